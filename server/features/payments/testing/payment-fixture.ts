import type { Email } from '#platform/messages.ts';
import type { OpenTestDatabase } from '#platform/testing/databases.ts';
import type { OperatorAlert, PaymentRow } from '#server/db/payment-tables.ts';
import type { Tables, Trx } from '#server/db/tables.ts';
import { withOperatorLog } from '#server/features/staff-log/staff-log.ts';
import type { AddLogEntry } from '#server/http/with-staff-log.ts';
import { createFakeCards } from '#server/testing/fake-cards.ts';
import { addMember, bookAppointment, noon } from '#server/testing/people.ts';
import { createTestCore } from '#server/testing/test-core.ts';
import { deleteUnpaid, findAppointment } from '../../appointments/repository.ts';
import { openPayment } from '../open-payment.ts';
import { listSteps } from '../payment-log-repository.ts';
import { registerPayments } from '../register.ts';
import { cancelPaymentLater, confirmPayment } from '../settle.ts';

const siteId = 'site-1';

/**
 * Creates the dependencies of the payment rules (empty database, fake card provider), one unpaid appointment,
 * and helpers.
 */
export async function createPaymentFixture(open: OpenTestDatabase) {
  const database = await open();
  const db = database.db.withTables<Tables>();
  const time = { now: noon };
  const clock = () => time.now;
  const provider = createFakeCards(clock);
  const emails: Email[] = [];
  const alerts: OperatorAlert[] = [];
  const onOperatorAlert = (alert: OperatorAlert) => void alerts.push(alert);
  const deps = createTestCore(db, time, {
    accounts: undefined,
    cards: provider.cards,
    siteId,
    publicUrl: 'http://localhost:3000',
    sendMail: async (sent) => void emails.push(sent),
    onOperatorAlert,
  });
  const { outbox } = deps;
  outbox.handle(registerPayments(deps).handlers ?? {});
  const viewer = await addMember(db);
  const id = await bookAppointment(deps, viewer);
  const find = () => findAppointment(db, viewer, id);
  return {
    ...deps,
    database: database.db,
    /** Writes as the command line does. */
    withStaffLog: <Result>(run: (trx: Trx, log: AddLogEntry) => Promise<Result>) =>
      withOperatorLog({ db, clock, logKey: new Uint8Array(32) }, run),
    provider,
    time,
    viewer,
    id,
    emails,
    alerts,
    /** Inserts a canceled payment with this intent id, so that the intent counts as recorded. */
    insertCanceledPayment: (intentId: string, appointmentId = id) =>
      db
        .insertInto('payments')
        .values({
          ...opening(appointmentId),
          id: `charge-${intentId}`,
          intent_id: intentId,
          status: 'canceled',
        })
        .execute(),
    find,
    /** Creates the payment and charges the card without notifying us. */
    async payAtProvider() {
      await openPayment(deps, id);
      provider.pay('pi_1');
    },
    /** Like `payAtProvider`, and the page confirms the payment. */
    async pay() {
      await this.payAtProvider();
      await this.confirm();
    },
    /** Delivers the outbox, including the messages that delivery adds. */
    async deliver() {
      for (let n = 0; n < 3; n += 1) await outbox.deliver();
    },
    transactionId: async () => (await find())?.transaction_id,
    /** Confirms the payment as the page does after charging the card. */
    confirm: (intentId = 'pi_1') => confirmPayment(deps, { id, transaction_id: null }, intentId),
    remove: () =>
      db.transaction().execute(async (trx) => {
        await deleteUnpaid(trx, viewer, id);
        await cancelPaymentLater(deps, trx, id);
      }),
    steps: async (target = id) => (await listSteps(db, target)).map(({ step, by }) => `${step} by ${by}`),
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  };
}

/** Returns a payment without an intent. */
export const opening = (appointmentId: string): PaymentRow => ({
  id: 'charge-1',
  appointment_id: appointmentId,
  intent_id: null,
  amount: 500,
  currency: 'usd',
  status: 'opening',
  created_at: noon,
  expires_at: noon,
  refunded_amount: 0,
  problem: null,
  dispute: null,
  last_requested_at: null,
  next_check_at: null,
});

/** Returns an intent that succeeded. */
export const succeeded = (id: string, appointmentId: string) => ({
  id,
  clientSecret: `${id}_secret`,
  status: 'succeeded' as const,
  amount: 500,
  currency: 'usd',
  appointmentId,
  site: siteId as string | undefined,
  paidAt: undefined,
  refunded: false,
  refundedAmount: 0,
});
