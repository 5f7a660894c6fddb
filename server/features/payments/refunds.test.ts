import { expect, test } from 'vitest';
import { noon } from '#server/testing/people.ts';
import { onEveryDatabase } from '#server/testing/spread-database.ts';
import { describeUnsettled } from './administration.ts';
import { openCharge } from './open-charge.ts';
import { readCardEvents, takeCardEvent } from './reconcile.ts';
import { settle } from './settle.ts';
import { openPaymentRoom } from './testing/room.ts';

onEveryDatabase((open) => {
  const room = () => openPaymentRoom(open);

  test('a refund that the provider refuses is told to the operator, not to the donor as done', async () => {
    await using here = await room();
    await openCharge(here, here.id);
    here.provider.pay('pi_1');
    await here.remove();
    here.provider.refuseRefunds();
    await here.outbox.deliver();
    await here.outbox.deliver();
    expect(await here.steps()).toEqual([
      'opened by page',
      'refund-due by cancellation',
      'refund-failed by refund',
    ]);
    expect(await describeUnsettled(here.db as never)).toMatch(
      /\n\S+ {2}refund-failed {2}\S+ {2}pi_1 {2}\$5.00 {2}expired_or_canceled_card$/,
    );
    expect(here.attention).toMatchObject([{ what: 'refund-failed', reason: 'expired_or_canceled_card' }]);
    // It has ended: nothing is tried again by itself.
    here.provider.acceptRefunds();
    here.time.now += 86_400_000;
    await here.outbox.deliver();
    expect(here.provider.refunded).toEqual([]);
    expect(here.mails).toEqual([]);
  });

  test('a failed refund whose events arrive in reverse order, as one round reads them, stays failed', async () => {
    await using here = await room();
    await openCharge(here, here.id);
    here.provider.pay('pi_1');
    await here.confirm();
    here.time.now += 1000;
    here.provider.giveBack('pi_1');
    here.time.now += 1000;
    here.provider.failRefund('pi_1');
    await readCardEvents(here);
    expect((await here.find())?.refunded_at).toBeNull();
    expect(await here.steps()).toEqual(['opened by page', 'paid by browser', 'refund-failed by reconciler']);
    expect(here.mails.map(({ subject }) => subject)).not.toContain(
      'Your money is on its way back from Blood Buddies',
    );
  });

  test('a refund that fails days later shows on the row no longer; one that follows it does', async () => {
    await using here = await room();
    await openCharge(here, here.id);
    here.provider.pay('pi_1');
    await here.confirm();
    const refunded = here.provider.giveBack('pi_1');
    const tell = (n: number, about: 'refund' | 'refund-failed', intent = refunded) =>
      takeCardEvent(here, { id: `evt_x${n}`, at: noon, about, intent }, 'webhook');
    await tell(1, 'refund');
    expect((await here.find())?.refunded_at).toBe(noon);
    here.provider.put({ ...refunded, refunded: false, refundedAmount: 0 });
    await tell(2, 'refund-failed');
    expect((await here.find())?.refunded_at).toBeNull();
    // The news of the first refund once more, late: what is true now counts.
    await tell(3, 'refund');
    expect((await here.find())?.refunded_at).toBeNull();
    here.provider.giveBack('pi_1');
    await tell(4, 'refund');
    expect((await here.find())?.refunded_at).toBe(noon);
    expect((await here.steps()).slice(2)).toEqual([
      'refunded by webhook',
      'refund-failed by webhook',
      'refunded by webhook',
    ]);
  });

  test('twenty who bring the news of a refund at once write it down once', async () => {
    await using here = await room();
    await openCharge(here, here.id);
    here.provider.pay('pi_1');
    await here.confirm();
    const refunded = here.provider.giveBack('pi_1');
    const told = await Promise.all(Array.from({ length: 20 }, () => settle(here, refunded, 'webhook')));
    expect(new Set(told)).toEqual(new Set(['repeated']));
    expect(await here.find()).toMatchObject({ transaction_id: 'pi_1', refunded_at: here.time.now });
    expect(await here.steps()).toEqual(['opened by page', 'paid by browser', 'refunded by webhook']);
    await here.outbox.deliver();
    expect(here.mails).toHaveLength(2);
  });
});
