import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Appointment } from '#contract/appointments.ts';
import { useQueryClient } from '#web/api/queries.ts';
import { basePath } from '#web/i18n/language.ts';
import { createCheckout, type PaymentAttempt } from './checkout.ts';
import { afterBackgroundCheck, type CheckoutOutcome, isTemporary } from './outcome.ts';
import type { CardEntry, CardForm } from './payment-intent.ts';
import { paymentIntentQuery } from './payment-queries.ts';
import { recordUnsavedPayment, savePayment } from './save-payment.ts';
import { usePaymentCompletion } from './use-bank-redirect.ts';

const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

type Options = { appointment: Appointment; uid: string; clientSecret: string; cards: CardForm };

/** Runs the checkout of one appointment. `outcome` is undefined until the first check has finished. */
export function usePayment({ appointment, uid, clientSecret, cards }: Options) {
  const { _id, name, email } = appointment;
  const cache = useQueryClient();
  const onPaid = usePaymentCompletion(uid, _id);
  const [checkout] = useState(() => {
    const renew = () => cache.fetchQuery({ ...paymentIntentQuery(uid, appointment), staleTime: 0 });
    const deps = {
      retrieve: cards.retrieve,
      renew: async () => (await renew()).clientSecret,
      save: (transactionId: string) => savePayment(uid, { appointmentId: _id, transactionId }),
      wait,
    };
    return createCheckout(deps, clientSecret);
  });
  const [outcome, setOutcome] = useState<CheckoutOutcome>();
  const [isBusy, setIsBusy] = useState(true);
  const [entry, storeEntry] = useState<CardEntry>();
  const busyRef = useRef(true);
  const usesOtherCard = useRef(false);

  async function showResult(pending: Promise<CheckoutOutcome>): Promise<void> {
    busyRef.current = true;
    setIsBusy(true);
    const next = await pending;
    if (next.kind === 'paid') return onPaid(next);
    if (next.kind === 'unsaved') recordUnsavedPayment(next.transactionId, next.failure);
    usesOtherCard.current = false;
    setOutcome(next);
    busyRef.current = false;
    setIsBusy(false);
  }

  async function checkInBackground(): Promise<void> {
    if (busyRef.current) return;
    const found = await checkout.resume();
    if (busyRef.current) return;
    if (found.kind === 'paid') return onPaid(found);
    if (found.kind === 'unsaved') recordUnsavedPayment(found.transactionId, found.failure);
    setOutcome((shown) => afterBackgroundCheck(shown, found, { usesOtherCard: usesOtherCard.current }));
  }

  const checkOnMount = useEffectEvent(() => void showResult(checkout.resume()));
  useEffect(() => {
    checkOnMount();
    return () => {
      // Prevent checks in the background, because the next page shows the outcome.
      busyRef.current = true;
    };
  }, []);
  useTabFocus(() => {
    void cache.refetchQueries({ queryKey: ['appointments', uid, _id] }, { cancelRefetch: false });
    void checkInBackground();
  });
  usePolling(outcome !== undefined && isTemporary(outcome), checkInBackground);

  const pay = (attempt: PaymentAttempt) => void showResult(checkout.pay(attempt));
  const returnUrl = `${window.location.origin}${basePath}/dashboard/payment/${_id}`;
  return {
    outcome,
    isBusy,
    entry,
    /** Clears the decline message once the payer edits the card details. */
    clearDecline: () => setOutcome((shown) => (shown?.kind === 'declined' ? { kind: 'open' } : shown)),
    setEntry: useCallback((next: CardEntry | undefined) => storeEntry(next), []),
    /** Undefined until the card fields are usable. */
    pay:
      entry &&
      (() => pay((secret) => entry.confirm({ clientSecret: secret, billing: { name, email }, returnUrl }))),
    goToBank: () => pay(cards.authenticate),
    enterOtherCard: () => {
      usesOtherCard.current = true;
      setOutcome({ kind: 'open' });
    },
    checkAgain: () => void showResult(checkout.resume()),
  };
}

/**
 * Calls `onReturn` when the user returns to this tab, including with the Back button, or when the browser is
 * online again. Ignores focus that moves between the page and an iframe in it, such as Stripe's card fields.
 */
function useTabFocus(onReturn: () => void): void {
  const notify = useEffectEvent(onReturn);
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    let isInFrame = false;
    addEventListener('blur', () => (isInFrame = document.activeElement instanceof HTMLIFrameElement), {
      signal,
    });
    addEventListener('focus', () => !isInFrame && notify(), { signal });
    document.addEventListener('visibilitychange', () => !document.hidden && notify(), { signal });
    addEventListener('pageshow', ({ persisted }) => persisted && notify(), { signal });
    addEventListener('online', () => notify(), { signal });
    return () => controller.abort();
  }, []);
}

const FIRST_POLL_MS = 2_000;
const MAX_POLL_MS = 30_000;

/** Calls `poll` with exponential backoff while enabled. */
function usePolling(isEnabled: boolean, poll: () => Promise<void>): void {
  const pollNow = useEffectEvent(poll);
  useEffect(() => {
    if (!isEnabled) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isStopped = false;
    const schedule = (delay: number) => {
      timer = setTimeout(() => {
        void pollNow().then(() => isStopped || schedule(Math.min(delay * 2, MAX_POLL_MS)));
      }, delay);
    };
    schedule(FIRST_POLL_MS);
    return () => {
      isStopped = true;
      clearTimeout(timer);
    };
  }, [isEnabled]);
}
