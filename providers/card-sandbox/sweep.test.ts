import { expect } from 'vitest';
import { UNPAID_RETENTION_MS } from './jobs.ts';
import { onBoth, type Sandbox } from './testing/sandbox.ts';

const names = ['cards_methods', 'cards_intents', 'cards_charges', 'cards_authentications'] as const;

/** Row count of each table. */
const counts = ({ rows }: Sandbox) => Promise.all(names.map(async (name) => (await rows(name)).length));

/** Tries a declined card and a refused authentication, and then pays if `pays` is set. */
async function useIntent({ createIntent, confirm, bank }: Sandbox, pays: boolean) {
  const { id } = await createIntent();
  await confirm(id, 'pm_card_chargeDeclined').catch(() => {});
  await bank(await confirm(id, 'pm_card_authenticationRequired'), 'refused');
  if (pays) await bank(await confirm(id, 'pm_card_authenticationRequired'), 'accepted');
  return id;
}

onBoth((test) => {
  test('deletes old intents that took no money and keeps paid ones with all their rows', async ({
    sandbox,
  }) => {
    const { stripe, time, runJob } = sandbox;
    await sandbox.createMethod('4242424242424242');
    await useIntent(sandbox, false);
    await stripe.paymentIntents.cancel(await useIntent(sandbox, false));
    const paid = await useIntent(sandbox, true);
    await stripe.refunds.create({ payment_intent: paid });
    const before = await counts(sandbox);
    expect(before).toEqual([8, 3, 4, 4]);
    time.now += UNPAID_RETENTION_MS;
    await runJob('delete-old-sandbox-intents');
    expect(await counts(sandbox)).toEqual(before);
    time.now += 1;
    const recent = await useIntent(sandbox, false);
    await runJob('delete-old-sandbox-intents');
    // The paid intent has two attempts and two authentications, each with its card. The rest is the recent
    // intent.
    expect(await counts(sandbox)).toEqual([3 + 2, 1 + 1, 2 + 1, 2 + 1]);
    const refundedIntent = { status: 'succeeded', latest_charge: { refunded: true } };
    expect(await sandbox.find(paid)).toMatchObject(refundedIntent);
    expect((await sandbox.rows('cards_charges')).filter((row) => row.intent_id === paid)).toHaveLength(2);
    expect((await sandbox.rows('cards_refunds')).map((row) => row.intent_id)).toEqual([paid]);
    const listed = await stripe.paymentIntents.list({ expand: ['data.latest_charge'] });
    expect(listed.data.map(({ id }) => id)).toEqual([recent, paid]);
  });

  test('keeps an old card that a recent intent waits to charge', async ({ sandbox }) => {
    const { time, runJob } = sandbox;
    const { body } = await sandbox.createMethod('4000002760003184');
    time.now += UNPAID_RETENTION_MS + 1;
    const intent = await sandbox.pay(String(body.id));
    await runJob('delete-old-sandbox-intents');
    await sandbox.bank(intent, 'accepted');
    expect(await sandbox.find(intent.id)).toMatchObject({ status: 'succeeded' });
  });
});
