import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type FormEvent, useRef, useState } from 'react';
import type { ResponseOf } from '#contract/endpoint.ts';
import { getPaymentHistory, type PaymentStep } from '#contract/staff-payments.ts';
import { call } from '#web/api/client.ts';
import { ApiError } from '#web/api/errors.ts';
import { skipToken, useQuery } from '#web/api/queries.ts';
import { useSession } from '#web/auth/auth-provider.tsx';
import { Button } from '#web/components/button.tsx';
import { Field } from '#web/components/field.tsx';
import { focusOnMount } from '#web/components/focus-on-mount.ts';
import { FormError } from '#web/components/form-error.tsx';
import { Section } from '#web/components/section.tsx';
import { formatDateTime } from '#web/i18n/days.ts';
import { staffErrorText } from '../staff/error-texts.ts';
import { loggedQuery } from '../staff/staff-query.ts';
import { actorTexts, stepTexts } from './payment-texts.ts';

type Props = {
  id: string;
  isBusy: boolean;
  onShow: (id: string) => void;
  onRefund: (transactionId: string) => void;
};

/** The last step of a payment that can be refunded. */
const refundableSteps: readonly PaymentStep[] = ['paid', 'partly-refunded', 'dispute-won', 'dispute-closed'];

/**
 * Lists the events of the transaction or the appointment with this id. The id is the key of the component.
 */
export function PaymentHistory({ id, isBusy, onShow, onRefund }: Props) {
  const { user } = useSession();
  const [typed, setTyped] = useState(id);
  const input = useRef<HTMLInputElement>(null);
  const query = useQuery({
    ...loggedQuery,
    queryKey: ['staff', user?.uid, 'payment', id],
    queryFn: id ? ({ signal }) => call(getPaymentHistory, { params: { id }, signal }) : skipToken,
  });

  const last = query.data?.at(-1);
  const refundableId = last && refundableSteps.includes(last.step) ? last.transactionId : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const typedId = typed.trim();
    if (!typedId) input.current?.focus();
    else if (typedId === id) void query.refetch();
    else onShow(typedId);
  };
  return (
    <Section title={t`History of a payment`}>
      <form onSubmit={submit} className="grid gap-4">
        <Field
          label={t`Transaction or appointment id`}
          hint={t`The transaction id is on the donor's receipt.`}
        >
          {(aria) => (
            <input
              {...aria}
              ref={input}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              maxLength={200}
              autoComplete="off"
              className="bb-input"
            />
          )}
        </Field>
        <FormError text={query.error ? historyError(query.error) : undefined} />
        <Button type="submit" variant="outlined" isBusy={query.isFetching} className="justify-self-start">
          <Trans>Show the history</Trans>
        </Button>
      </form>
      {query.data && <Steps steps={query.data} />}
      {refundableId && (
        <Button
          variant="outlined"
          className="justify-self-start"
          isBusy={isBusy}
          onClick={() => onRefund(refundableId)}
        >
          <Trans>Refund this payment</Trans>
        </Button>
      )}
    </Section>
  );
}

const Steps = ({ steps }: { steps: ResponseOf<typeof getPaymentHistory> }) => (
  <ol ref={focusOnMount} tabIndex={-1} aria-label={t`Steps, oldest first`} className="grid gap-4">
    {steps.map(({ at, step, by, transactionId }) => (
      <li key={`${at} ${step} ${transactionId}`} className="grid gap-1 wrap-anywhere">
        <strong>{stepTexts[step]}</strong>
        <span>{actorTexts[by]}</span>
        <span className="bb-hint">{[formatDateTime(at), transactionId].filter(Boolean).join(', ')}</span>
      </li>
    ))}
  </ol>
);

const historyError = (error: unknown): string =>
  error instanceof ApiError && error.status === 404
    ? t`There is no payment with this id. Check it and try again.`
    : staffErrorText(error);
