import type { TestService } from '../../support/service.js';
import type { Place } from './place.js';

/** Everything that is stored of a project; what differs from one project to the next by nature is evened out. */
export async function recordsOf(
  { query }: TestService,
  { projectId }: Place,
): Promise<Record<string, string[]>> {
  const { rows } = await query(
    `select table_name from information_schema.columns
     where table_schema = 'public' and column_name = 'project_id' order by table_name`,
  );
  const places = [
    ['projects', 'id = $1'],
    ['group_tests', 'group_id in (select id from groups where project_id = $1)'],
    ['group_webhooks', 'group_id in (select id from groups where project_id = $1)'],
    ...rows.map(({ table_name }) => [table_name, 'project_id = $1']),
  ];
  const records: Record<string, string[]> = {};
  for (const [table = '', condition] of places) {
    const { rows: found } = await query(
      `select (to_jsonb(record) - array['job_id', 'xid'])::text as record from ${table} as record where ${condition}`,
      [projectId],
    );
    records[table] = found.map(({ record }) => normal(record)).sort();
  }
  return records;
}

/** Ids, times and secrets are new in every place. */
export function normal(text: string): string {
  return text
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<id>')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+(?:Z|\+00:00)?/g, '<time>')
    .replaceAll(/\\\\x[0-9a-f]+/g, '<bytes>')
    .replaceAll(/gk_\w+|whsec_[\w+/=]+/g, '<key>')
    .replaceAll(/"(id|keyId|public_id)": ?"[A-Za-z0-9]{12}"/g, '"$1":"<key>"')
    .replaceAll(/"(oldestWaitMs|durationMs)":\d+/g, '"$1":<ms>')
    .replaceAll(/"id": ?\d+/g, '"id":<number>')
    .replaceAll(/"code":"[A-Za-z0-9]{32}"|sign-in#\w{32}/g, '<code>')
    .replaceAll(/"secret":"[A-Za-z0-9]{43}"|webhook\/<id>\/\w{43}/g, '<secret>')
    .replaceAll(/([?&](?:expires|signature|sig|until)=)[\w-]+/g, '$1<signed>');
}

/** Everything that the service keeps, as one number for each table. */
export async function fingerprint({ query }: TestService): Promise<Record<string, string>> {
  const { rows } = await query(
    "select table_name from information_schema.tables where table_schema = 'public' order by table_name",
  );
  const sums: Record<string, string> = {};
  for (const { table_name: table } of rows) {
    const sum = await query(
      `select md5(coalesce(string_agg(row::text, '' order by row::text), '')) from "${table}" as row`,
    );
    sums[table] = sum.rows[0].md5;
  }
  return sums;
}
