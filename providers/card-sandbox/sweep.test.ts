import { expect } from 'vitest';
import { UNPAID_RETENTION_MS } from './jobs.ts';
import { onBoth, type Sandbox } from './testing/sandbox.ts';

const names = ['cards_methods', 'cards_intents', 'cards_charges', 'cards_authentications'] as const;

/** How many rows each table has. */
const counts = ({ rows }: Sandbox) => Promise.all(names.map(async (name) => (await rows(name)).length));

/** Tries a card that is declined, and one that is asked about; then one that pays, if it is to. */
async function useIntent({ createIntent, confirm, bank }: Sandbox, pays: boolean) {
  const { id } = await createIntent();
  await confirm(id, 'pm_card_chargeDeclined').catch(() => {});
  await bank(await confirm(id, 'pm_card_authenticationRequired'), 'refused');
  if (pays) await bank(await confirm(id, 'pm_card_authenticationRequired'), 'accepted');
  return id;
}

onBoth((test) => {
  test('what took no money is deleted in the end; what did stays, whole', async ({ sandbox }) => {
    const { stripe, time, runJob } = sandbox;
    await sandbox.createMethod('4242424242424242');
    await useIntent(sandbox, false);
    await stripe.paymentIntents.cancel(await useIntent(sandbox, false));
    const paid = await useIntent(sandbox, true);
    await stripe.refunds.create({ payment_intent: paid });
    const before = await counts(sandbox);
    expect(before).toEqual([8, 3, 4, 4]);
    time.now += UNPAID_RETENTION_MS;
    await runJob('cards-sweep');
    expect(await counts(sandbox)).toEqual(before);
    time.now += 1;
    const fresh = await useIntent(sandbox, false);
    await runJob('cards-sweep');
    // Of the paid one: two tries and two questions to the bank, each with its card; and the fresh one.
    expect(await counts(sandbox)).toEqual([3 + 2, 1 + 1, 2 + 1, 2 + 1]);
    const whole = { status: 'succeeded', latest_charge: { refunded: true } };
    expect(await sandbox.find(paid)).toMatchObject(whole);
    expect((await sandbox.rows('cards_charges')).filter((row) => row.intent_id === paid)).toHaveLength(2);
    expect((await sandbox.rows('cards_refunds')).map((row) => row.intent_id)).toEqual([paid]);
    const listed = await stripe.paymentIntents.list({ expand: ['data.latest_charge'] });
    expect(listed.data.map(({ id }) => id)).toEqual([fresh, paid]);
  });

  test('an old card that an intent of today waits to be paid with is stored', async ({ sandbox }) => {
    const { time, runJob } = sandbox;
    const { body } = await sandbox.createMethod('4000002760003184');
    time.now += UNPAID_RETENTION_MS + 1;
    const intent = await sandbox.pay(String(body.id));
    await runJob('cards-sweep');
    await sandbox.bank(intent, 'accepted');
    expect(await sandbox.find(intent.id)).toMatchObject({ status: 'succeeded' });
  });
});
