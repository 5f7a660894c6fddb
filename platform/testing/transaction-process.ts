// A server of its own for postgres-frozen.test.ts: it changes a row, waits inside the transaction, and goes on when told to.
import { once } from 'node:events';
import { toldAway } from '../database/away.ts';
import { openDatabase } from '../database/open.ts';
import { inTransaction } from '../database/transaction.ts';
import type { Items } from './items.ts';

export type Outcome = { first: string; second: string };

const [, , url = ''] = process.argv;
const database = await openDatabase({ url });
const db = database.withTables<Items>();
const change = (name: string, wait: () => Promise<unknown>) =>
  inTransaction(db, async (trx) => {
    await trx.updateTable('item').set({ name }).where('name', 'like', 'row%').execute();
    await wait();
    await trx
      .insertInto('item')
      .values({ name: `with ${name}` })
      .execute();
  }).then(
    () => 'committed',
    (error: unknown) => (toldAway(error) as Error).name,
  );

const first = await change('row of the frozen one', async () => {
  const told = once(process, 'message');
  process.send?.('holding');
  await told;
});
const second = await change('row of the one that is back', async () => {});
process.send?.({ first, second } satisfies Outcome);
await database.destroy();
process.disconnect?.();
