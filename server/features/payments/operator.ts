import { formatMoney } from '#contract/money.ts';
import type { Database } from '#platform/database/open.ts';
import { AppError, SetupError } from '#platform/errors.ts';
import type { MetricsRegistry } from '#platform/observability/metrics-registry.ts';
import type { PaymentRow } from '#server/db/payment-tables.ts';
import type { Db, Tables } from '#server/db/tables.ts';
import { findRefundPause } from '#server/features/site/site.ts';
import {
  type DecisionDeps,
  pauseAutomaticRefunds,
  refundPayment,
  resolvePayment,
  resumeRefunds,
} from './decisions.ts';
import { listSteps } from './payment-log-repository.ts';
import { countLivePayments, countUndecided, listPaymentsNeedingAction } from './repository.ts';

/** Reports the payments that need the operator. All servers on one database report the same numbers. */
export function collectPaymentMetrics(metrics: MetricsRegistry, db: Db): void {
  metrics.gauge(
    'payments_undecided',
    'Payments that need a decision or a refund, by kind.',
    async () => Object.entries(await countUndecided(db)).map(([kind, count]) => [{ kind }, count]),
    'site',
  );
  metrics.gauge(
    'payments_refunds_paused',
    '1 while automatic refunds are paused.',
    async () => ((await findRefundPause(db)) ? 1 : 0),
    'site',
  );
}

/**
 * Returns one line per step of an appointment or a transaction, oldest first. @throws SetupError if there are
 * none
 */
export async function describePayment(database: Database, id: string): Promise<string> {
  const steps = await listSteps(database.withTables<Tables>(), id);
  if (steps.length === 0) throw new SetupError(`No payment found for ${id}.`);
  return steps
    .map(({ at, step, by, appointment_id, intent_id }) =>
      [instant(at), step.padEnd(15), `by ${by}`.padEnd(15), appointment_id, intent_id ?? '']
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/**
 * Returns the number of open payments, whether refunds are paused, and one line per payment that needs the
 * operator.
 */
export async function listPaymentsToDecide(database: Database): Promise<string> {
  const db = database.withTables<Tables>();
  const open = await countLivePayments(db);
  const pauseReason = await findRefundPause(db);
  const waiting = await listPaymentsNeedingAction(db);
  const groups = headings.flatMap(({ heading, includes }) => {
    const lines = waiting.filter(includes).map(toLine);
    return lines.length > 0 ? [heading, ...lines] : [];
  });
  return [
    `Open payments: ${open}. ${waiting.length === 0 ? 'No payment needs a decision.' : ''}`.trimEnd(),
    ...(pauseReason
      ? [`Refunds are paused: ${pauseReason}. Check the list, then run: npm run cli -- payments resume`]
      : []),
    ...groups,
  ].join('\n');
}

const headings: { heading: string; includes: (payment: PaymentRow) => boolean }[] = [
  {
    heading:
      'Failed refunds. To retry: npm run cli -- payments refund <transaction id>. If you refunded it another way: npm run cli -- payments resolve <transaction id>',
    includes: ({ status }) => status === 'refund-failed',
  },
  {
    heading:
      'Payments that are not in this database. They are never refunded automatically. Run: npm run cli -- payments refund <transaction id>, or: npm run cli -- payments resolve <transaction id>',
    includes: ({ status }) => status === 'unclaimed',
  },
  {
    heading: 'Refunds that are queued for the card provider:',
    includes: ({ status }) => status === 'refund-due',
  },
  {
    heading: "Disputes. Respond in the card provider's dashboard:",
    includes: ({ status, dispute }) =>
      dispute !== null && !['refund-failed', 'unclaimed', 'refund-due'].includes(status),
  },
];

function toLine(payment: PaymentRow): string {
  const { created_at, status, appointment_id, intent_id, amount, currency, refunded_amount } = payment;
  const money = formatMoney(amount, currency, 'en-US');
  const notes = [
    payment.problem,
    payment.dispute && `dispute: ${payment.dispute}`,
    refunded_amount > 0 && `refunded: ${formatMoney(refunded_amount, currency, 'en-US')}`,
  ];
  return [instant(created_at), status.padEnd(13), appointment_id, intent_id ?? '', money, ...notes]
    .filter(Boolean)
    .join('  ');
}

/** Converts the error of a decision that is not possible to a SetupError. */
const toSetupError = (id: string) => (error: unknown) => {
  const code = error instanceof AppError ? error.code : undefined;
  if (code !== 'not-found' && code !== 'payment-decided') throw error;
  throw new SetupError(`${id} does not need a decision. Run: npm run cli -- payments`, { cause: error });
};

/** Like `refundPayment`. @throws SetupError if the payment needs no decision */
export async function refundByOperator(db: Database, deps: DecisionDeps, id: string): Promise<string> {
  await refundPayment(deps, id).catch(toSetupError(id));
  const pauseReason = await findRefundPause(db.withTables<Tables>());
  return pauseReason
    ? `The refund of ${id} is queued, but refunds are paused (${pauseReason}). Run: npm run cli -- payments resume`
    : `The refund of ${id} is queued for the card provider.`;
}

/** Like `resolvePayment`. @throws SetupError if the payment needs no decision */
export async function resolveByOperator(deps: Omit<DecisionDeps, 'outbox'>, id: string): Promise<string> {
  await resolvePayment(deps, id).catch(toSetupError(id));
  return `${id} is marked as resolved.`;
}

/** Pauses automatic refunds. Use it before starting a copy of the site, or after restoring PostgreSQL. */
export async function pauseRefundsByOperator(deps: Pick<DecisionDeps, 'withStaffLog'>): Promise<string> {
  await pauseAutomaticRefunds(deps, 'by the operator');
  return 'Refunds are paused until you run: npm run cli -- payments resume';
}

export async function resumeRefundsByOperator(deps: Omit<DecisionDeps, 'clock'>): Promise<string> {
  const count = await resumeRefunds(deps);
  return count === undefined ? 'Refunds are not paused.' : `Refunds are resumed. Refunds queued: ${count}.`;
}

const instant = (ms: number): string => new Date(ms).toISOString();
