import { expect, test } from 'vitest';
import { onBothDatabases } from '#platform/testing/databases.ts';
import { FORGOTTEN_AFTER } from '../jobs.ts';
import { cardsMigrations } from '../schema/migrations.ts';
import type { CardTables } from '../schema/tables.ts';
import { openSandbox } from '../testing/sandbox.ts';

type Sandbox = Awaited<ReturnType<typeof openSandbox>>;
const names = ['cards_methods', 'cards_intents', 'cards_charges', 'cards_authentications'] as const;
const return_url = 'http://localhost:3000/';

/** How many rows each table has. */
async function rows({ database }: Sandbox) {
  const db = database.withTables<CardTables>();
  return Promise.all(names.map(async (name) => (await db.selectFrom(name).select('id').execute()).length));
}

/** Tries a card that is declined, and one that is asked about; then one that pays, if it is to. */
async function useIntent({ stripe, answerBank }: Sandbox, pays: boolean) {
  const { paymentIntents } = stripe;
  const { id } = await paymentIntents.create({ amount: 500, currency: 'usd' });
  const confirm = (payment_method: string) => paymentIntents.confirm(id, { payment_method, return_url });
  await confirm('pm_card_chargeDeclined').catch(() => {});
  await answerBank(await confirm('pm_card_authenticationRequired'), 'refused');
  if (pays) await answerBank(await confirm('pm_card_authenticationRequired'), 'accepted');
  return id;
}

onBothDatabases([cardsMigrations], (open) => {
  test('what never took money is forgotten when nobody can need it any more; what did stays, whole', async () => {
    await using sandbox = await openSandbox(open);
    const { stripe, time, runJob } = sandbox;
    await sandbox.createMethod('4242424242424242');
    await useIntent(sandbox, false);
    await stripe.paymentIntents.cancel(await useIntent(sandbox, false));
    const paid = await useIntent(sandbox, true);
    await stripe.refunds.create({ payment_intent: paid });
    const before = await rows(sandbox);
    expect(before).toEqual([8, 3, 4, 4]);
    time.now += FORGOTTEN_AFTER;
    await runJob('cards-sweep');
    expect(await rows(sandbox)).toEqual(before);
    time.now += 1;
    const fresh = await useIntent(sandbox, false);
    await runJob('cards-sweep');
    // Of the paid one: two tries and two questions to the bank, each with its card; and the fresh one.
    expect(await rows(sandbox)).toEqual([3 + 2, 1 + 1, 2 + 1, 2 + 1]);
    expect(await stripe.paymentIntents.retrieve(paid, { expand: ['latest_charge'] })).toMatchObject({
      status: 'succeeded',
      latest_charge: { refunded: true },
    });
    expect((await stripe.charges.list({ payment_intent: paid })).data).toHaveLength(2);
    expect((await stripe.refunds.list({ payment_intent: paid })).data).toHaveLength(1);
    expect((await stripe.paymentIntents.list()).data.map(({ id }) => id)).toEqual([fresh, paid]);
    for (const { data } of [await stripe.charges.list(), await stripe.refunds.list()]) {
      expect(data.length).toBeGreaterThan(0);
    }
  });

  test('a card that an intent of today waits to be paid with is kept, however old it is', async () => {
    await using sandbox = await openSandbox(open);
    const { stripe, time, runJob } = sandbox;
    const { id: payment_method } = await sandbox.createMethod('4242424242424242');
    time.now += FORGOTTEN_AFTER + 1;
    const { id } = await sandbox.createIntent();
    await stripe.paymentIntents.create({ amount: 500, currency: 'usd', payment_method });
    await runJob('cards-sweep');
    expect(await stripe.paymentIntents.confirm(id, { payment_method })).toMatchObject({
      status: 'succeeded',
    });
  });
});
