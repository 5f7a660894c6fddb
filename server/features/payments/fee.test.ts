import { expect } from 'vitest';
import type { SiteGroups } from '#contract/site-content.ts';
import { onBothDatabases } from '#platform/testing/databases.ts';
import { codeOf } from '#platform/testing/error-code.ts';
import { testWith } from '#platform/testing/test-with.ts';
import { serverMigrations } from '#server/db/migrations.ts';
import { moveAppointment } from '#server/features/appointments/move.ts';
import { toAppointment } from '#server/features/appointments/serialize.ts';
import { bookAppointment } from '#server/testing/people.ts';
import { findAnyAppointment } from './appointment-repository.ts';
import { checkPrice } from './fee.ts';
import { openPayment } from './open-payment.ts';
import { confirmPayment } from './settle.ts';
import { createPaymentFixture, succeeded } from './testing/payment-fixture.ts';

type Fixture = Awaited<ReturnType<typeof createPaymentFixture>>;

const publishFee = ({ db }: Fixture, fee: SiteGroups['fee']) =>
  db
    .insertInto('content')
    .values({
      ...{ kind: 'fee', id: 'site', position: 0, revision: 1, draft: null, publish_at: null },
      ...{ published: JSON.stringify(fee), updated_at: 1, updated_by: null },
    })
    .onConflict((c) => c.columns(['kind', 'id']).doUpdateSet({ published: JSON.stringify(fee) }))
    .execute();

/** Requests an appointment on another day than the one of the fixture. */
async function requestAnother(fixture: Fixture, date = '2026-12-24') {
  const id = await bookAppointment(fixture, fixture.viewer, { date: date as never });
  return { id, read: async () => (await findAnyAppointment(fixture.db, id)) ?? fail(id) };
}
const fail = (id: string): never => {
  throw new Error(`No appointment ${id}`);
};

onBothDatabases([serverMigrations], (open) => {
  const test = testWith(() => createPaymentFixture(open));

  test('an appointment keeps the fee in force when it was requested', async (fixture) => {
    await publishFee(fixture, { amount: 1000, currency: 'xof' });
    expect(await fixture.find()).toMatchObject({ fee_amount: 500, fee_currency: 'usd' });
    const another = await requestAnother(fixture);
    await publishFee(fixture, null);
    expect(toAppointment(await another.read())).toMatchObject({ fee: { amount: 1000, currency: 'xof' } });
    const free = await requestAnother(fixture, '2026-12-25');
    expect(toAppointment(await free.read())).toMatchObject({ fee: null });
  });

  test('a moved appointment keeps its fee', async (fixture) => {
    await publishFee(fixture, null);
    await moveAppointment(fixture, fixture.viewer, fixture.id, { day: '2026-12-24' as never });
    expect(await fixture.find()).toMatchObject({ day: '2026-12-24', fee_amount: 500 });
  });

  test('the payment has the currency of the appointment, even after the fee has changed', async (fixture) => {
    await publishFee(fixture, { amount: 1000, currency: 'xof' });
    const another = await requestAnother(fixture);
    await publishFee(fixture, null);
    await openPayment(fixture, another.id);
    expect(fixture.provider.intents.get('pi_1')).toMatchObject({ amount: 1000, currency: 'xof' });
    fixture.provider.pay('pi_1');
    expect(await confirmPayment(fixture, { id: another.id, transaction_id: null }, 'pi_1')).toBe(true);
    expect(await another.read()).toMatchObject({ paid_amount: 1000, paid_currency: 'xof' });
  });

  test('accepts a late payment, which this database lost, of the fee of its appointment only', async (fixture) => {
    await publishFee(fixture, { amount: 1000, currency: 'xof' });
    const another = await requestAnother(fixture);
    const confirm = (id: string) =>
      codeOf(confirmPayment(fixture, { id: another.id, transaction_id: null }, id));
    fixture.provider.put(succeeded('pi_usd', another.id));
    expect(await confirm('pi_usd')).toBe('payment-mismatch');
    fixture.provider.put({ ...succeeded('pi_xof', another.id), amount: 1000, currency: 'xof' });
    expect(await confirmPayment(fixture, { id: another.id, transaction_id: null }, 'pi_xof')).toBe(true);
  });

  test('an appointment without a fee cannot be paid', async (fixture) => {
    await publishFee(fixture, null);
    const { id, read } = await requestAnother(fixture);
    expect(await codeOf(openPayment(fixture, id))).toBe('no-fee');
    fixture.provider.put(succeeded('pi_x', id));
    expect(await codeOf(confirmPayment(fixture, { id, transaction_id: null }, 'pi_x'))).toBe(
      'payment-mismatch',
    );
    expect(await read()).toMatchObject({ transaction_id: null });
    expect(await codeOf(checkPrice(fixture, await read(), 5))).toBe('no-fee');
  });

  test('the price is the fee of the appointment in major units', async (fixture) => {
    await publishFee(fixture, { amount: 1250, currency: 'kwd' });
    const check = async (price: number) =>
      codeOf(checkPrice(fixture, await (await requestAnother(fixture)).read(), price));
    expect(await check(1250)).toBe('invalid-fields');
    await expect(
      checkPrice(fixture, { fee_amount: 1250, fee_currency: 'kwd' }, 1.25),
    ).resolves.toBeUndefined();
    // An unknown appointment has the fee in force.
    expect(await codeOf(checkPrice(fixture, undefined, 5))).toBe('invalid-fields');
    await expect(checkPrice(fixture, undefined, 1.25)).resolves.toBeUndefined();
  });
});
