import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useId } from 'react';
import type { Appointment } from '#contract/appointments.ts';
import { siteConfig } from '#web/api/config.ts';
import { ApiError } from '#web/api/errors.ts';
import { queryOptions, useQuery, useQueryClient } from '#web/api/queries.ts';
import { isChunkLoadError, loadChunk, reloadUnused } from '#web/browser/chunk-load-error.ts';
import { useOnline } from '#web/browser/use-online.ts';
import { Button } from '#web/components/button.tsx';
import { reloadPage } from '#web/components/reload-page.ts';
import { payText } from '#web/features/appointments/payment-badge.tsx';
import type { BankReturn } from './bank-return.ts';
import { CheckoutForm } from './checkout-form.tsx';
import { PayPanel } from './pay-panel.tsx';
import type { CardForm } from './payment-intent.ts';
import { paymentIntentQuery } from './payment-queries.ts';
import { useCompletedRedirect } from './use-bank-redirect.ts';

type Props = { appointment: Appointment; uid: string; bankReturn: BankReturn | undefined };

/** Creates the PaymentIntent and loads the card form in parallel. Until then the pay button is disabled. */
export function PayForAppointment({ appointment, uid, bankReturn }: Props) {
  const errorId = useId();
  const isOnline = useOnline();
  const cards = useQuery({ ...cardFormQuery, enabled: isOnline });
  const isCompleting = useCompletedRedirect({
    uid,
    appointmentId: appointment._id,
    cards: cards.data,
    bankReturn,
  });
  const intent = useQuery({
    ...paymentIntentQuery(uid, appointment),
    enabled: isOnline && !isCompleting,
  });
  useReloadWhenOutdated(intent.error, uid);
  useReloadWithoutForm(cards.error);

  if (intent.data && cards.data)
    return (
      <CheckoutForm
        appointment={appointment}
        uid={uid}
        clientSecret={intent.data.clientSecret}
        cards={cards.data}
        isBankReturn={bankReturn !== undefined}
      />
    );
  const failed = [intent, cards].filter(({ error }) => error);
  const reason = failed[0]?.error?.message;
  if (!isOnline)
    return (
      <PayPanel
        appointment={appointment}
        problem={t`You're offline. To pay, connect to the internet.`}
        errorId={errorId}
        buttons={
          <Button type="submit" disabled size="large">
            {payText(appointment)}
          </Button>
        }
      />
    );
  const retry = () => {
    if (isChunkLoadError(cards.error)) void reloadPage();
    else void Promise.all(failed.map(({ refetch }) => refetch()));
  };
  const isRetrying = failed.some(({ isFetching }) => isFetching);
  return (
    <PayPanel
      appointment={appointment}
      isLoading={failed.length === 0}
      isReturning={failed.length === 0 && bankReturn !== undefined}
      problem={reason === undefined ? undefined : t`The card form could not be opened. ${reason}`}
      errorId={errorId}
      buttons={
        failed.length > 0 ? (
          <Button onClick={retry} isBusy={isRetrying} size="large">
            <Trans>Try again</Trans>
          </Button>
        ) : (
          <Button type="submit" disabled size="large">
            {payText(appointment)}
          </Button>
        )
      }
    />
  );
}

/** Reloads the appointment when it was paid or canceled elsewhere, for example in another tab. */
function useReloadWhenOutdated(error: Error | null, uid: string): void {
  const cache = useQueryClient();
  const isOutdated = error instanceof ApiError && (error.status === 404 || error.status === 409);
  useEffect(() => {
    if (isOutdated) void cache.invalidateQueries({ queryKey: ['appointments', uid] });
  }, [isOutdated, uid, cache]);
}

/** Reloads only an unused page: a reload would delete a typed card number. */
function useReloadWithoutForm(error: Error | null): void {
  useEffect(() => {
    if (isChunkLoadError(error)) reloadUnused();
  }, [error]);
}

/** Loads the card form of the configured provider only. */
async function loadCardForm(): Promise<CardForm> {
  const { provider, publishableKey } = siteConfig().cards;
  return provider === 'stripe'
    ? (await loadChunk(import('./stripe-cards.tsx'))).createStripeCardForm(publishableKey)
    : (await loadChunk(import('./sandbox-cards.tsx'))).createSandboxCardForm(publishableKey);
}

const cardFormQuery = queryOptions({
  queryKey: ['card-form'],
  queryFn: loadCardForm,
  staleTime: Number.POSITIVE_INFINITY,
  meta: { public: true },
});
