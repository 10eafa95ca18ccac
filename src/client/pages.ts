import type { ListId } from './api.ts';
import type { GantryClient } from './client.ts';
import type { AnswerTo, CallArguments, CallOptions } from './requester.ts';

type Element<Value> = Value extends Array<infer Item> ? Item : never;
export type RecordOf<Id extends ListId> = Element<AnswerTo<Id>[Exclude<keyof AnswerTo<Id>, 'warnings'>]>;

/** Page after page, each fetched when it is asked for. */
export async function* pages<Id extends ListId>(
  client: GantryClient,
  id: Id,
  ...[options]: CallArguments<Id>
): AsyncGenerator<AnswerTo<Id>, void, undefined> {
  let cursor: string | null | undefined = (options as { query?: { cursor?: string } } | undefined)?.query
    ?.cursor;
  do {
    const call = { ...options, query: { ...options?.query, cursor } } as CallOptions<Id>;
    const { answer, headers } = await client.request(id, ...([call] as CallArguments<Id>));
    yield answer;
    cursor = nextCursor(headers.get('link'));
  } while (cursor !== null);
}

/** Record after record of all pages, such as each run of `listRuns`. */
export async function* records<Id extends ListId>(
  client: GantryClient,
  id: Id,
  ...options: CallArguments<Id>
): AsyncGenerator<RecordOf<Id>, void, undefined> {
  for await (const page of pages(client, id, ...options)) {
    const { warnings: _aboutTheCall, ...list } = page;
    // A list has one other member that is an array: its records.
    yield* Object.values(list).find((member) => Array.isArray(member)) ?? [];
  }
}

/** Only the place is taken from the link: its host may be one that is not ours to call. */
export function nextCursor(link: string | null): string | null {
  const next = /<([^>]+)>;\s*rel="next"/.exec(link ?? '')?.[1];
  return next === undefined ? null : new URL(next, 'http://localhost').searchParams.get('cursor');
}
