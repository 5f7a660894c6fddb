import { formatMoney } from '#contract/money.ts';
import type { Database } from '#platform/database/open.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import { SetupError } from '#platform/errors.ts';
import type { Outbox } from '#platform/jobs/outbox.ts';
import type { MetricsRegistry } from '#platform/observability/metrics-registry.ts';
import type { Clock } from '#platform/time.ts';
import type { ChargeTable, Db, PaymentStatus, Tables, Trx } from '#server/db/tables.ts';
import { listSteps, recordStep } from './payment-log-repository.ts';
import {
  countLiveCharges,
  countUndecided,
  findPaymentByIntent,
  listRefundsDue,
  listUndecided,
  updatePayment,
} from './repository.ts';
import { findHold, holdRefunds } from './site.ts';
import { removeSetting } from './site-repository.ts';

/** Reports the payments that need the operator. All servers on one database report the same numbers. */
export function collectPaymentMetrics(metrics: MetricsRegistry, db: Db): void {
  metrics.gauge(
    'payments_undecided',
    'Payments that wait for a decision or for their refund, by kind.',
    async () => Object.entries(await countUndecided(db)).map(([kind, count]) => [{ kind }, count]),
  );
  metrics.gauge('payments_refunds_held', '1 while automatic refunds are held.', async () =>
    (await findHold(db)) ? 1 : 0,
  );
}

/**
 * Returns one line per step of an appointment or a transaction, oldest first. @throws SetupError if there are
 * none
 */
export async function describePayment(database: Database, id: string): Promise<string> {
  const steps = await listSteps(database.withTables<Tables>(), id);
  if (steps.length === 0) throw new SetupError(`No payment is known of ${id}.`);
  return steps
    .map(({ at, step, by, appointment_id, intent_id }) =>
      [instant(at), step.padEnd(15), `by ${by}`.padEnd(15), appointment_id, intent_id ?? '']
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/**
 * Returns the number of open payments, whether refunds are held, and one line per payment that needs the
 * operator.
 */
export async function describeUnsettled(database: Database): Promise<string> {
  const db = database.withTables<Tables>();
  const open = await countLiveCharges(db);
  const held = await findHold(db);
  const waiting = await listUndecided(db);
  const kinds = headings.flatMap(({ heading, has }) => {
    const lines = waiting.filter(has).map(describeCharge);
    return lines.length > 0 ? [heading, ...lines] : [];
  });
  return [
    `Open charges: ${open}. ${waiting.length === 0 ? 'Nothing waits for a decision.' : ''}`.trimEnd(),
    ...(held ? [`Refunds are held: ${held}. Check the list, then run: payments release`] : []),
    ...kinds,
  ].join('\n');
}

const headings: { heading: string; has: (charge: ChargeTable) => boolean }[] = [
  {
    heading:
      'Refunds that failed (payments refund <transaction id> tries again; payments resolve <transaction id> when settled otherwise):',
    has: ({ status }) => status === 'refund-failed',
  },
  {
    heading:
      'Payments that this database did not record, never refunded automatically (payments refund or resolve <transaction id>):',
    has: ({ status }) => status === 'unclaimed',
  },
  { heading: 'Refunds on their way to the provider:', has: ({ status }) => status === 'refund-due' },
  {
    heading: 'Disputes (respond in the dashboard of the card provider):',
    has: ({ status, dispute }) =>
      dispute !== null && !['refund-failed', 'unclaimed', 'refund-due'].includes(status),
  },
];

function describeCharge(charge: ChargeTable): string {
  const { created_at, status, appointment_id, intent_id, amount, currency, refunded_amount } = charge;
  const money = formatMoney(amount, currency, 'en-US');
  const notes = [
    charge.problem,
    charge.dispute && `dispute: ${charge.dispute}`,
    refunded_amount > 0 && `refunded: ${formatMoney(refunded_amount, currency, 'en-US')}`,
  ];
  return [instant(created_at), status.padEnd(13), appointment_id, intent_id ?? '', money, ...notes]
    .filter(Boolean)
    .join('  ');
}

type Room = { outbox: Pick<Outbox, 'add'>; clock: Clock };

/**
 * Refunds a payment whose refund failed or that this database did not record. The running site sends the
 * refund. @throws SetupError
 */
export async function refundByOperator(database: Database, { outbox, clock }: Room, id: string) {
  const held = await decide(database, id, 'refund-due', async (trx, charge) => {
    await recordStep(trx, { clock }, charge, 'refund-due', 'operator');
    await outbox.add(trx, 'refund', { intentId: id });
  });
  return held
    ? `The refund of ${id} waits: refunds are held (${held}). Run: payments release`
    : `The refund of ${id} is on its way to the card provider.`;
}

/** Removes a payment that the operator dealt with elsewhere from the list. @throws SetupError */
export async function resolveByOperator(database: Database, clock: Clock, id: string) {
  await decide(database, id, 'resolved', (trx, charge) =>
    recordStep(trx, { clock }, charge, 'resolved', 'operator'),
  );
  return `${id} is marked as resolved.`;
}

async function decide(
  database: Database,
  id: string,
  to: PaymentStatus,
  then: (trx: Trx, charge: ChargeTable) => Promise<void>,
): Promise<string | undefined> {
  const db = database.withTables<Tables>();
  await inTransaction(db, async (trx) => {
    const charge = await findPaymentByIntent(trx, id);
    const moved = charge && (await updatePayment(trx, charge, ['refund-failed', 'unclaimed'], to));
    if (!moved) throw new SetupError(`Nothing waits for a decision of ${id}. Run: payments`);
    await then(trx, charge);
  });
  return findHold(db);
}

/** Holds automatic refunds: before starting a copy of the site, or after restoring PostgreSQL. */
export async function hold(database: Database): Promise<string> {
  await holdRefunds(database.withTables<Tables>(), 'by the operator');
  return 'Refunds are held until you run: payments release';
}

/** Releases automatic refunds and queues those that became due in the meantime. */
export async function release(database: Database, { outbox }: Pick<Room, 'outbox'>): Promise<string> {
  const db: Db = database.withTables<Tables>();
  const due = await inTransaction(db, async (trx) => {
    const wasHeld = await removeSetting(trx, 'refunds-held');
    const charges = wasHeld ? await listRefundsDue(trx) : undefined;
    for (const { intent_id } of charges ?? [])
      if (intent_id) await outbox.add(trx, 'refund', { intentId: intent_id });
    return charges?.length;
  });
  return due === undefined ? 'Refunds are not held.' : `Refunds are released; ${due} were waiting.`;
}

const instant = (ms: number): string => new Date(ms).toISOString();
