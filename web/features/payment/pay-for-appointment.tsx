import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useId } from 'react';
import type { Appointment } from '#contract/appointments.ts';
import { siteConfig } from '#web/api/config.ts';
import { ApiError } from '#web/api/errors.ts';
import { queryOptions, useQuery, useQueryClient } from '#web/api/queries.ts';
import { Button } from '#web/components/button.tsx';
import { isChunkLoadError, loadChunk } from '#web/document/chunk-load-error.ts';
import type { BankReturn } from './bank-return.ts';
import { CheckoutForm } from './checkout-form.tsx';
import { PayPanel } from './pay-panel.tsx';
import type { CardForm } from './payment-intent.ts';
import { paymentIntentQuery } from './payment-queries.ts';
import { useCompletedRedirect } from './use-bank-redirect.ts';

type Props = { appointment: Appointment; uid: string; returned: BankReturn | undefined };

/** Opens the charge and the card form side by side; the pay button stands there from the start, disabled. */
export function PayForAppointment({ appointment, uid, returned }: Props) {
  const errorId = useId();
  const cards = useQuery(cardFormQuery);
  const settling = useCompletedRedirect({ uid, appointmentId: appointment._id, cards: cards.data, returned });
  const charge = useQuery({ ...paymentIntentQuery(uid, appointment._id), enabled: !settling });
  useReloadWhenOutdated(charge.error, uid);

  if (charge.data && cards.data)
    return (
      <CheckoutForm
        appointment={appointment}
        uid={uid}
        clientSecret={charge.data.clientSecret}
        cards={cards.data}
        comesBack={returned !== undefined}
      />
    );
  const failed = [charge, cards].filter(({ error }) => error);
  const reason = failed[0]?.error?.message;
  const again = () => {
    if (isChunkLoadError(cards.error)) location.reload();
    else void Promise.all(failed.map(({ refetch }) => refetch()));
  };
  const trying = failed.some(({ isFetching }) => isFetching);
  return (
    <PayPanel
      preparing={failed.length === 0}
      problem={reason === undefined ? undefined : t`The card form could not be opened. ${reason}`}
      errorId={errorId}
      buttons={
        failed.length > 0 ? (
          <Button onClick={again} busy={trying} size="large">
            <Trans>Try again</Trans>
          </Button>
        ) : (
          <Button type="submit" disabled size="large">
            <Trans>Pay</Trans>
          </Button>
        )
      }
    />
  );
}

/** Paid or cancelled meanwhile, in another tab perhaps: what stands on the page is asked for anew. */
function useReloadWhenOutdated(error: Error | null, uid: string): void {
  const cache = useQueryClient();
  const outdated = error instanceof ApiError && (error.status === 404 || error.status === 409);
  useEffect(() => {
    if (outdated) void cache.invalidateQueries({ queryKey: ['appointments', uid] });
  }, [outdated, uid, cache]);
}

/** The card form of the provider that this site uses; each loads only when it is the one. */
async function openCardForm(): Promise<CardForm> {
  const { provider, publishableKey } = (await siteConfig()).cards;
  return provider === 'stripe'
    ? (await loadChunk(import('./stripe-cards.tsx'))).stripeCardForm(publishableKey)
    : (await loadChunk(import('./sandbox-cards.tsx'))).sandboxCardForm(publishableKey);
}

const cardFormQuery = queryOptions({
  queryKey: ['card-form'],
  queryFn: openCardForm,
  staleTime: Number.POSITIVE_INFINITY,
  meta: { public: true },
});
