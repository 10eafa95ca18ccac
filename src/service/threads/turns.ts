/** Who waits for a thread, each owner with a line of its own. */
export interface Turns<Job> {
  readonly size: number;
  waitingOf(owner: string): number;
  add(owner: string, job: Job): void;
  /** Of the owner whose turn it is: owners take turns, and whoever has as many under way as it may is passed over. */
  take(): { owner: string; job: Job } | null;
  /** A job that was taken has ended. */
  ended(owner: string): void;
  /** All that wait, which then wait no more. */
  clear(): Job[];
}

export function createTurns<Job>(atOnceOfOne: number): Turns<Job> {
  /** In the order of their turns. */
  const lines = new Map<string, Job[]>();
  const underWay = new Map<string, number>();
  let size = 0;
  return {
    get size() {
      return size;
    },
    waitingOf: (owner) => lines.get(owner)?.length ?? 0,
    add(owner, job) {
      const line = lines.get(owner);
      if (line === undefined) lines.set(owner, [job]);
      else line.push(job);
      size += 1;
    },
    take() {
      for (const [owner, line] of lines) {
        const count = underWay.get(owner) ?? 0;
        const job = count < atOnceOfOne ? line.shift() : undefined;
        if (job === undefined) continue;
        size -= 1;
        underWay.set(owner, count + 1);
        // Its next one comes after one of each other owner.
        lines.delete(owner);
        if (line.length > 0) lines.set(owner, line);
        return { owner, job };
      }
      return null;
    },
    ended(owner) {
      const count = (underWay.get(owner) ?? 0) - 1;
      if (count > 0) underWay.set(owner, count);
      else underWay.delete(owner);
    },
    clear() {
      const jobs = [...lines.values()].flat();
      lines.clear();
      size = 0;
      return jobs;
    },
  };
}
