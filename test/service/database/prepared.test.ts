import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { createLog } from '../../../src/kernel/log.ts';
import { openDatabase, prepared } from '../../../src/service/database/database.ts';
import { createTestDatabase } from '../../support/database.ts';

it('a prepared statement is planned once, and again when a newer version has changed the columns of its table', async () => {
  const { url, query } = await createTestDatabase();
  await query(`create table colours (name text)`);
  const connection = { connectionString: url };
  const { db, close } = openDatabase({ connection, poolSize: 1, log: createLog('silent') });
  onTestFinished(close);
  const insert = (name: string) => prepared(sql`insert into colours (name) values (${name}) returning *`);
  const planned = () => sql`select from pg_prepared_statements where statement like '%into colours%'`;

  for (const name of ['red', 'green']) expect((await insert(name).execute(db)).rows).toEqual([{ name }]);
  expect((await planned().execute(db)).rows).toHaveLength(1);

  await query(`alter table colours add column shade int`);
  expect((await insert('blue').execute(db)).rows).toEqual([{ name: 'blue', shade: null }]);

  await query(`alter table colours add column tone int`);
  const inTransaction = db.transaction().execute(async (trx) => {
    await insert('grey').execute(trx);
    return insert('black').execute(trx);
  });
  expect((await inTransaction).rows).toEqual([{ name: 'black', shade: null, tone: null }]);
  const { rows } = await query(`select name from colours order by name`);
  expect(rows.map(({ name }) => name)).toEqual(['black', 'blue', 'green', 'grey', 'red']);
});
