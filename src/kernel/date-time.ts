const dateTime = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d{1,9})?([Zz]|[+-]\d\d:\d\d)$/;

/** What is wrong with a point in time that a caller names, or null. */
export function dateTimeFault(text: string): string | null {
  return dateTime.test(text) && !Number.isNaN(Date.parse(text))
    ? null
    : 'must be a time such as 2026-05-01T12:00:00Z';
}
