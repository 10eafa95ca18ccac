/** The longest that a timer takes; one that is set to more ends at once. */
const maxTimerMs = 2 ** 31 - 1;

/** Lets a loop wait until it is woken or a time has passed; a call that comes while it works counts for its next wait. */
export function createWaiter(): { wake(): void; wait(maxMs: number): Promise<void> } {
  let isWoken = false;
  let end: (() => void) | null = null;

  return {
    wake() {
      isWoken = true;
      end?.();
    },
    async wait(maxMs) {
      if (!isWoken && maxMs > 0) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, Math.min(Math.ceil(maxMs), maxTimerMs));
          end = () => {
            clearTimeout(timer);
            resolve();
          };
        });
        end = null;
      }
      isWoken = false;
    },
  };
}
