import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { UndecidedPayment } from '#contract/staff-payments.ts';
import { Button } from '#web/components/button.tsx';
import { pendingMark } from '#web/components/class-names.ts';
import { Section } from '#web/components/section.tsx';
import { formatDateTime } from '#web/i18n/days.ts';
import { formatAmount } from '../payment/receipt.tsx';
import { stateTexts } from './payment-texts.ts';

type Actions = {
  isBusy: boolean;
  onRefund: (payment: UndecidedPayment) => void;
  onResolve: (payment: UndecidedPayment) => void;
  /** Shows the history of a transaction or an appointment. */
  onShow: (id: string) => void;
};

const isUndecided = ({ state }: UndecidedPayment): boolean =>
  state === 'refund-failed' || state === 'unclaimed';

/** Lists the payments that need the owner's decision, then those in progress. */
export function PaymentList({ payments, ...actions }: Actions & { payments: UndecidedPayment[] }) {
  const undecided = payments.filter(isUndecided);
  const others = payments.filter((payment) => !isUndecided(payment));
  return (
    <>
      <Section title={t`Your decision`}>
        {undecided.length === 0 ? (
          <p>
            <Trans>No payment needs a decision.</Trans>
          </p>
        ) : (
          <Payments payments={undecided} {...actions} />
        )}
      </Section>
      {others.length > 0 && (
        <Section title={t`In progress`}>
          <p>
            <Trans>
              Queued refunds go out by themselves. Answer disputes in the card provider's dashboard.
            </Trans>
          </p>
          <Payments payments={others} {...actions} />
        </Section>
      )}
    </>
  );
}

const Payments = ({ payments, ...actions }: Actions & { payments: UndecidedPayment[] }) => (
  <ul className="grid gap-6">
    {payments.map((payment) => (
      <li key={payment._id}>
        <Payment payment={payment} {...actions} />
      </li>
    ))}
  </ul>
);

function Payment({ payment, isBusy, onRefund, onResolve, onShow }: Actions & { payment: UndecidedPayment }) {
  const { state, amount, currency, refundedAmount, problem, dispute, transactionId, appointmentId } = payment;
  const id = transactionId ?? appointmentId;
  const refunded = formatAmount(refundedAmount, currency);
  return (
    <div className="grid gap-2 wrap-anywhere">
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <strong>{formatAmount(amount, currency)}</strong>
        <span className={pendingMark}>{stateTexts[state]}</span>
      </span>
      <span className="bb-hint">
        {formatDateTime(payment.createdAt)}, {id}
      </span>
      {(problem ?? dispute) && <code lang="en">{problem ?? dispute}</code>}
      {refundedAmount > 0 && (
        <span>
          <Trans>Refunded so far: {refunded}</Trans>
        </span>
      )}
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        {isUndecided(payment) && (
          <>
            <Button
              size="small"
              isBusy={isBusy}
              aria-label={t`Refund ${id}`}
              onClick={() => onRefund(payment)}
            >
              <Trans>Refund</Trans>
            </Button>
            <Button
              variant="outlined"
              size="small"
              isBusy={isBusy}
              aria-label={t`Mark as resolved: ${id}`}
              onClick={() => onResolve(payment)}
            >
              <Trans>Mark as resolved</Trans>
            </Button>
          </>
        )}
        <button
          type="button"
          className="bb-row-link"
          aria-label={t`History of ${id}`}
          onClick={() => onShow(id)}
        >
          <Trans>History</Trans>
        </button>
      </div>
    </div>
  );
}
