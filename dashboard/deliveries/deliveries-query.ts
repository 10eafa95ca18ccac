import { queryOptions } from '@tanstack/react-query';
import type { AnswerTo } from '../../src/client/index.ts';
import { client } from '../service/client.ts';
import type { DeliveriesSearch } from './deliveries-search.ts';

export type DeliveryPage = AnswerTo<'listProjectDeliveries'>;

/** One page at a time: a change costs one request, however far somebody has looked back. */
export function projectDeliveriesQuery(projectId: string, search: DeliveriesSearch) {
  return queryOptions({
    queryKey: ['project-deliveries', projectId, search],
    queryFn: ({ signal }) =>
      client.call('listProjectDeliveries', { path: { projectId }, query: { ...search, limit: 50 }, signal }),
  });
}
