import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '#platform/database/open.ts';
import { testLog } from '#platform/testing/kept-logs.ts';
import { seconds } from '#platform/time.ts';
import { describeUnsettled } from '#server/features/payments/administration.ts';
import { addAppointment, type Member, openTestHouse, payByCard, type TestHouse } from './house.ts';

let house: TestHouse;
const logged: string[] = [];
beforeAll(async () => {
  house = await openTestHouse({}, testLog({ read: (line) => logged.push(line) }));
});
afterAll(() => house[Symbol.asyncDispose]());

/** What the card provider sends in the next moments arrives. */
async function later(): Promise<void> {
  house.time.ahead += seconds(10);
  await house.runJob('cards-refunds');
  for (let round = 0; round < 3; round += 1) await house.runJob('outbox');
}

async function paid(member: Member, number: string) {
  const appointmentId = await addAppointment(house, member);
  const json = { price: 5, appointmentId };
  const answer = await house.send('POST', '/api/create-payment-intent', { json, token: member.token });
  const { clientSecret } = (await answer.json()) as { clientSecret: string };
  await payByCard(house, clientSecret, number);
  await later();
  return { appointmentId, intent: clientSecret.split('_secret_')[0] ?? '' };
}

/** As an operator does at the card provider's own site. */
async function giveBack(intent: string): Promise<void> {
  const body = new URLSearchParams({ payment_intent: intent });
  const token = await house.secret('cards-secret-key');
  const answer = await house.send('POST', '/cards/v1/refunds', { body, token });
  expect(answer.status).toBe(200);
}

async function look({ token }: Member, id: string) {
  const answer = await house.send('GET', `/api/appointments/${id}`, { token });
  return (await answer.json()) as {
    transactionId?: string;
    refunded?: boolean;
    payment?: { amount: number; currency: string; paidAt: string; refundedAt?: string };
  };
}

const subjectsTo = ({ email }: Member) =>
  house
    .mails()
    .filter((mail) => mail.includes(email))
    .map((mail) => /^Subject: (.*)$/m.exec(mail)?.[1]);

test('[PAY-03] a payment carries its receipt, a refund at the provider shows on the row, and both are mailed', async () => {
  const member = await house.registerConfirmed();
  const { appointmentId, intent } = await paid(member, '4242424242424242');
  const before = await look(member, appointmentId);
  expect(before).toMatchObject({ transactionId: intent, payment: { amount: 500, currency: 'usd' } });
  expect(before).not.toHaveProperty('refunded');
  expect(Date.parse(before.payment?.paidAt ?? '')).toBeGreaterThan(Date.now() - seconds(60));

  await giveBack(intent);
  await later();
  const after = await look(member, appointmentId);
  expect(after).toMatchObject({ transactionId: intent, refunded: true });
  expect(Date.parse(after.payment?.refundedAt ?? '')).toBeGreaterThan(Date.now() - seconds(60));
  expect(subjectsTo(member).sort()).toEqual([
    'Confirm your email address for Blood Buddies',
    'Your money is on its way back from Blood Buddies',
    'Your receipt from Blood Buddies',
  ]);

  const remove = await house.send('DELETE', `/api/appointments/${appointmentId}`, { token: member.token });
  expect(remove.status).toBe(409);
});

test("a refund that the donor's bank does not take shows on the row no longer", async () => {
  const member = await house.register();
  const { appointmentId, intent } = await paid(member, '4000000000005126');
  await giveBack(intent);
  await house.runJob('outbox');
  expect(await look(member, appointmentId)).toMatchObject({ refunded: true });
  await later();
  const after = await look(member, appointmentId);
  expect(after).toMatchObject({ transactionId: intent });
  expect(after).not.toHaveProperty('refunded');
  expect(after.payment).not.toHaveProperty('refundedAt');
  await expectOperatorTold(intent, 'refund-failed');
});

test('a dispute is told to the operator, and the row stays paid', async () => {
  const member = await house.register();
  const { appointmentId, intent } = await paid(member, '4000000000000259');
  const row = await look(member, appointmentId);
  expect(row).toMatchObject({ transactionId: intent });
  expect(row).not.toHaveProperty('refunded');
  await expectOperatorTold(intent, 'disputed');
});

async function expectOperatorTold(intent: string, what: string): Promise<void> {
  const line = logged.find((each) => each.includes(intent));
  expect(JSON.parse(line ?? '{}')).toMatchObject({ level: 50, what, intentId: intent });
  const metrics = await (await house.metrics.request('/metrics')).text();
  expect(metrics).toContain(`payments_undecided{kind="${what}"} 1`);
  const db = await openDatabase({ dataDir: house.dataDir });
  expect(await describeUnsettled(db)).toContain(intent);
  await db.destroy();
}
