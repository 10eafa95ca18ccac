export const spans = [1, 7, 14, 30, 90] as const;
export type Span = (typeof spans)[number];
export const usualSpan: Span = 14;

interface OverviewSearch {
  days?: Span | undefined;
}

export function overviewSearch({ days }: Record<string, unknown>): OverviewSearch {
  const span = spans.find((known) => known === Number(days));
  return span === undefined || span === usualSpan ? {} : { days: span };
}
