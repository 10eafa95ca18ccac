import { queryOptions } from '@tanstack/react-query';
import { client } from '../service/client.ts';

export function runQuery(runId: string) {
  return queryOptions({
    queryKey: ['run', runId],
    queryFn: ({ signal }) => client.call('getRun', { path: { id: runId }, signal }),
  });
}

export function deliveriesQuery(runId: string) {
  return queryOptions({
    queryKey: ['deliveries', runId],
    queryFn: async ({ signal }) =>
      (await client.call('listDeliveries', { path: { id: runId }, signal })).deliveries,
    staleTime: 0,
  });
}

const lookEveryMs = 1_000;

/** What the browser shows right now; null where there is no such picture. Asked for only in a window that is seen. */
export function screenQuery(runId: string) {
  return queryOptions({
    queryKey: ['screen', runId],
    queryFn: async ({ signal }) => {
      const jpeg = await new Response(
        await client.call('getRunScreen', { path: { id: runId }, signal }),
      ).arrayBuffer();
      return jpeg.byteLength === 0 ? null : dataUrlOf(jpeg);
    },
    refetchInterval: lookEveryMs,
    staleTime: 0,
    gcTime: 0,
  });
}

function dataUrlOf(jpeg: ArrayBuffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(new Blob([jpeg], { type: 'image/jpeg' }));
  });
}
