import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import { forgetRows, type Swept } from '../database/sweep.ts';

/** A place in the order of events: by transaction, then by number. */
export interface EventCursor {
  xid: bigint;
  id: bigint;
}

export interface RunEvent {
  cursor: EventCursor;
  type: string;
  data: object;
  at: Date;
}

export interface EventRead {
  projectId: string;
  after: EventCursor;
}

export interface EventPage {
  events: RunEvent[];
  /** Everything up to here is in this page or was before it. */
  upTo: EventCursor;
  isFull: boolean;
  /** There are events that wait for an older transaction to end. */
  isHeldBack: boolean;
  projectExists: boolean;
}

const keptHours = 24;

/**
 * A page for each reader, all in one statement. Gapless: an event is shown only when every transaction before its own
 * has ended, since one of those might still commit an event that belongs before it. The conditions are ranges of the whole
 * index: by `project_id = …` the planner takes a busy project for an average one and sorts all its events for each page.
 */
export async function readEvents(
  db: Database,
  reads: readonly EventRead[],
  limit: number,
): Promise<EventPage[]> {
  const { rows } = await sql<PageRow>`
    with horizon as materialized (select pg_snapshot_xmin(pg_current_snapshot()) as xid),
    reader as materialized (
      select
        given.*,
        horizon.xid as horizon,
        (
          select true from events
          where (project_id, xid) >= (given.project_id, horizon.xid) and project_id <= given.project_id
          order by project_id, xid limit 1
        ) is true as is_held_back,
        exists (select from projects where id = given.project_id and deleted_at is null) as project_exists
      from horizon
      cross join unnest(
        ${reads.map(({ projectId }) => projectId)}::uuid[],
        ${reads.map(({ after }) => String(after.xid))}::xid8[],
        ${reads.map(({ after }) => String(after.id))}::bigint[]
      ) with ordinality as given (project_id, xid, id, number)
    )
    select number, horizon, is_held_back, project_exists, event.xid, event.id, event.type, event.data, event.at
    from reader
    left join lateral (
      select * from events
      where (events.project_id, events.xid, events.id) > (reader.project_id, reader.xid, reader.id)
        and (events.project_id, events.xid) < (reader.project_id, reader.horizon)
      order by events.project_id, events.xid, events.id
      limit ${limit}
    ) as event on true
    order by number, event.xid, event.id`.execute(db);
  const rowsOf: PageRow[][] = reads.map(() => []);
  for (const row of rows) rowsOf[row.number - 1]?.push(row);
  return reads.map(({ after }, at) => toPage(rowsOf[at] ?? [], after, limit));
}

/** Where a follower starts that wants only what comes: an event that is not yet shown to anybody lies behind it. */
export async function latestCursor(db: Database): Promise<EventCursor> {
  const { rows } = await sql<{ xid: string }>`
    select pg_snapshot_xmin(pg_current_snapshot()) as xid`.execute(db);
  return beginningOf(rows[0]?.xid ?? '0');
}

export function sweepEvents(db: Database): Promise<Swept> {
  const due = sql`at <= now() - make_interval(hours => ${keptHours})`;
  return forgetRows(db, 'events', { oldestBy: 'at', due });
}

export function formatCursor({ xid, id }: EventCursor): string {
  return `${xid}-${id}`;
}

const maxXid = 2n ** 64n - 1n;
const maxId = 2n ** 63n - 1n;

/** Null when the text is no cursor of ours. */
export function parseCursor(text: string): EventCursor | null {
  const [, xidText, idText] = /^(0|[1-9]\d{0,19})-(0|[1-9]\d{0,18})$/.exec(text) ?? [];
  if (xidText === undefined || idText === undefined) return null;
  const [xid, id] = [BigInt(xidText), BigInt(idText)];
  return xid <= maxXid && id <= maxId ? { xid, id } : null;
}

export function isBefore(one: EventCursor, other: EventCursor): boolean {
  return one.xid === other.xid ? one.id < other.id : one.xid < other.xid;
}

interface PageRow {
  number: number;
  horizon: string;
  is_held_back: boolean;
  project_exists: boolean;
  xid: string | null;
  id: number;
  type: string;
  data: object;
  at: Date;
}

function toPage(rows: PageRow[], after: EventCursor, limit: number): EventPage {
  const events = rows.flatMap(({ xid, id, type, data, at }) =>
    xid === null ? [] : [{ cursor: { xid: BigInt(xid), id: BigInt(id) }, type, data, at }],
  );
  const [first] = rows;
  const isFull = events.length === limit;
  const end = isFull ? events.at(-1)?.cursor : first && beginningOf(first.horizon);
  return {
    events,
    upTo: end === undefined || isBefore(end, after) ? after : end,
    isFull,
    isHeldBack: first?.is_held_back ?? false,
    projectExists: first?.project_exists ?? false,
  };
}

/** Before every event of the transaction: their numbers start at one. */
function beginningOf(xid: string): EventCursor {
  return { xid: BigInt(xid), id: 0n };
}
