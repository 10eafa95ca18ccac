import { sql } from 'kysely';
import type { Page } from '../../kernel/page.ts';
import type { Database } from '../database/database.ts';
import {
  type Condition,
  createdWithin,
  type FoundPage,
  lookThrough,
  type Search,
} from '../database/look-through.ts';
import type { Row } from '../database/tables.ts';
import { liveProject } from '../projects/project-store.ts';
import { titleColumn } from '../runs/run-summary.ts';

export const deliveryStatuses = ['pending', 'delivered', 'failed'] as const;
type DeliveryStatus = (typeof deliveryStatuses)[number];

export interface DeliveryFilter {
  status?: DeliveryStatus | undefined;
  /** Host and port as `receiverOf` gives them. */
  receiver?: string | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
}

export type ProjectDelivery = Pick<
  Row<'deliveries'>,
  'run_id' | 'url' | 'status' | 'attempts' | 'next_attempt_at' | 'created_at'
> & {
  title: string | null;
  last_attempt_at: Date | null;
  last_status: number | null;
  last_error: string | null;
};

/** The results of a project that were to be delivered, newest first. */
export async function listProjectDeliveries(
  db: Database,
  projectId: string,
  filter: DeliveryFilter,
  page: Page,
): Promise<FoundPage<ProjectDelivery>> {
  return lookThrough<ProjectDelivery>(db, searchOf(projectId, filter, shownColumns), page);
}

export function searchOf(projectId: string, filter: DeliveryFilter, columns: Search['columns']): Search {
  const { status, receiver } = filter;
  const isOfReceiver: Condition[] = receiver === undefined ? [] : [sql`receiver = ${receiver}`];
  // Few wait or have failed; that most are delivered is judged one by one.
  const hasStatus: Condition[] = status === undefined ? [] : [sql`status = ${status}`];
  const hasIndex = status === 'failed' || (status === 'pending' && receiver === undefined);
  return {
    table: 'deliveries',
    id: 'run_id',
    columns,
    within: [
      sql`project_id = ${liveProject(projectId)}`,
      ...isOfReceiver,
      ...(hasIndex ? hasStatus : []),
      ...createdWithin(filter),
    ],
    matching: hasIndex ? [] : hasStatus,
  };
}

const lastAttempt = (column: string) => sql`(
  select ${sql.ref(column)} from delivery_attempts
  where delivery_attempts.run_id = deliveries.run_id and number = deliveries.attempts
)`;

const shownColumns = sql`
  run_id, url, status, attempts, next_attempt_at, created_at,
  (select ${titleColumn} from runs where runs.id = deliveries.run_id) as title,
  ${lastAttempt('started_at')} as last_attempt_at, ${lastAttempt('status_code')} as last_status,
  ${lastAttempt('failure')} as last_error`;
