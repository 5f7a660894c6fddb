import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import type { ResponseOf } from '#contract/endpoint.ts';
import {
  listPayments,
  pauseRefunds,
  refundPayment,
  resolvePayment,
  resumeRefunds,
  type UndecidedPayment,
} from '#contract/staff-payments.ts';
import { call } from '#web/api/client.ts';
import { Button } from '#web/components/button.tsx';
import { confirmDialog } from '#web/components/dialogs.ts';
import { Section } from '#web/components/section.tsx';
import { PageSpinner } from '#web/components/spinner.tsx';
import { formatNumber } from '#web/i18n/numbers.ts';
import { formatAmount } from '../payment/receipt.tsx';
import { StaffLoadError } from '../staff/staff-load-error.tsx';
import { loggedQuery } from '../staff/staff-query.ts';
import { useChange } from '../staff/use-change.ts';
import { useStaffQuery } from '../staff/use-staff-query.ts';
import { OwnerPage } from './owner-page.tsx';
import { PaymentHistory } from './payment-history.tsx';
import { PaymentList } from './payment-list.tsx';
import { pauseTexts } from './payment-texts.ts';

/** An owner decides about failed refunds, pauses automatic ones, and reads the history of a payment. */
export function PaymentsPage() {
  const { done, failure, isBusy, change } = useChange();
  const [shownId, setShownId] = useState('');
  const query = useStaffQuery('payments', listPayments, loggedQuery);
  if (query.isPending) return <PageSpinner label={t`Payments`} />;

  async function refund({ transactionId = '', amount, currency }: UndecidedPayment) {
    const money = formatAmount(amount, currency);
    const isConfirmed = await confirmDialog({
      title: t`Refund ${money}?`,
      text: t`The card provider sends the money back to the card. This cannot be undone.`,
      yes: t`Refund ${money}`,
      no: t`Cancel`,
      details: transactionId,
    });
    if (!isConfirmed) return;
    await change(async () => {
      await call(refundPayment, { params: { id: transactionId } });
      return t`The refund of ${money} is queued for the card provider.`;
    });
  }

  async function refundPaid(transactionId: string) {
    const isConfirmed = await confirmDialog({
      title: t`Refund this payment?`,
      text: t`The card provider sends the money back to the card, and the donor gets an email. The appointment stays. This cannot be undone.`,
      yes: t`Refund this payment`,
      no: t`Cancel`,
      details: transactionId,
    });
    if (!isConfirmed) return;
    await change(async () => {
      await call(refundPayment, { params: { id: transactionId } });
      return t`The refund is queued for the card provider.`;
    });
  }

  async function resolve({ transactionId = '' }: UndecidedPayment) {
    const isConfirmed = await confirmDialog({
      title: t`Mark as resolved?`,
      text: t`Do this only after you have dealt with the payment elsewhere, for example in the card provider's dashboard. No money moves, and the payment leaves this list.`,
      yes: t`Mark as resolved`,
      no: t`Cancel`,
      details: transactionId,
    });
    if (!isConfirmed) return;
    await change(async () => {
      await call(resolvePayment, { params: { id: transactionId } });
      return t`Marked as resolved: ${transactionId}`;
    });
  }

  return (
    <OwnerPage
      heading={t`Payments`}
      lead={t`Refunds happen by themselves. Decide here about those that the card provider did not accept.`}
      done={done}
      failure={failure}
    >
      {query.error ? (
        <StaffLoadError name={t`The list of payments`} query={query} />
      ) : (
        <>
          <PaymentList
            payments={query.data.payments}
            isBusy={isBusy}
            onRefund={(payment) => void refund(payment)}
            onResolve={(payment) => void resolve(payment)}
            onShow={setShownId}
          />
          <PaymentHistory
            key={shownId}
            id={shownId}
            isBusy={isBusy}
            onShow={setShownId}
            onRefund={(id) => void refundPaid(id)}
          />
          <AutomaticRefunds payments={query.data} isBusy={isBusy} onChange={change} />
        </>
      )}
    </OwnerPage>
  );
}

type PauseProps = {
  payments: ResponseOf<typeof listPayments>;
  isBusy: boolean;
  onChange: (action: () => Promise<string>) => Promise<void>;
};

function AutomaticRefunds({ payments: { pause, open }, isBusy, onChange }: PauseProps) {
  async function toggle() {
    const isConfirmed = await confirmDialog(pause ? releaseQuestion() : pauseQuestion());
    if (!isConfirmed) return;
    await onChange(async () => {
      if (!pause) {
        await call(pauseRefunds);
        return t`Automatic refunds are paused.`;
      }
      const { queued } = await call(resumeRefunds);
      return plural(queued, {
        one: 'Automatic refunds are on. # refund is queued.',
        other: 'Automatic refunds are on. # refunds are queued.',
      });
    });
  }
  const count = formatNumber(open);
  return (
    <Section title={t`Automatic refunds`}>
      <p>{pause ? pauseTexts[pause] : t`On: canceled appointments are refunded within seconds.`}</p>
      <p className="bb-hint">
        <Trans>Payments that can still be made: {count}</Trans>
      </p>
      <Button variant="outlined" isBusy={isBusy} onClick={() => void toggle()}>
        {pause ? t`Resume automatic refunds` : t`Pause automatic refunds`}
      </Button>
    </Section>
  );
}

const pauseQuestion = () => ({
  title: t`Pause automatic refunds?`,
  text: t`Nobody is refunded until you resume them. Do this before you start a copy of the site.`,
  yes: t`Pause automatic refunds`,
  no: t`Cancel`,
});

const releaseQuestion = () => ({
  title: t`Resume automatic refunds?`,
  text: t`All refunds that are waiting are sent to the card provider now. After a restore, check first that they were not made already.`,
  yes: t`Resume automatic refunds`,
  no: t`Cancel`,
});
