import { expect, it, onTestFinished } from 'vitest';
import { newId } from '../../../src/kernel/ids.ts';
import { createLog } from '../../../src/kernel/log.ts';
import { forCallers, openDatabase } from '../../../src/service/database/database.ts';
import { createTestDatabase } from '../../support/database.js';

it('a row whose parent is gone is refused as not found, in the words of a caller', async () => {
  const { url } = await createTestDatabase();
  const { db, close } = openDatabase({
    connection: { connectionString: url },
    poolSize: 1,
    log: createLog('silent', { write: () => undefined }),
    limits: forCallers,
  });
  onTestFinished(close);
  const webhook = { id: newId(), group_id: newId(), secret_hash: Buffer.from('x') };
  await expect(db.insertInto('group_webhooks').values(webhook).execute()).rejects.toMatchObject({
    code: 'NotFound',
    message: 'There is no such group.',
    cause: { code: '23503' },
  });
  const member = { group_id: newId(), test_id: newId(), position: 1 };
  const inTransaction = db
    .transaction()
    .execute((trx) => trx.insertInto('group_tests').values(member).execute());
  await expect(inTransaction).rejects.toMatchObject({ code: 'NotFound', message: 'There is no such group.' });
});
