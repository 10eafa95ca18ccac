/** A time as a field for date and time holds it: in the reader's zone, to the minute. */
export function toLocalInput(at: string): string {
  const time = new Date(at);
  const local = new Date(time.getTime() - time.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

/** Undefined for a field that is empty or half filled in. */
export function fromLocalInput(text: string): string | undefined {
  const time = new Date(text);
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
}
