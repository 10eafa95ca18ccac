/** Sentences that hold on most sites, so that the first run is green; the reader adds what is special to theirs. */
export function firstSentences(targetUrl: string | null): string {
  return [
    ...(targetUrl === null ? [] : [`The address contains "${new URL(targetUrl).hostname}".`]),
    'Nothing on the page says "Internal Server Error".',
    'Take a screenshot of the page.',
  ].join('\n');
}
