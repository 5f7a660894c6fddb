import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Appointment } from '#contract/appointments.ts';
import { useQueryClient } from '#web/api/queries.ts';
import { basePath } from '#web/i18n/language.ts';
import { checkout, type PaymentAttempt } from './checkout.ts';
import { afterBackgroundCheck, type CheckoutOutcome, isTemporary } from './outcome.ts';
import type { CardEntry, CardForm } from './payment-intent.ts';
import { paymentIntentQuery } from './payment-queries.ts';
import { recordUnsaved, savePayment } from './save-payment.ts';
import { useOnPaid } from './use-bank-redirect.ts';

const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

type Given = { appointment: Appointment; uid: string; clientSecret: string; cards: CardForm };

/** Runs one checkout for as long as the page shows it. Without an outcome it is still finding out how things stand. */
export function usePayment({ appointment, uid, clientSecret, cards }: Given) {
  const { _id, name, email } = appointment;
  const cache = useQueryClient();
  const finish = useOnPaid(uid, _id);
  const [steps] = useState(() => {
    const renew = () => cache.fetchQuery({ ...paymentIntentQuery(uid, _id), staleTime: 0 });
    const ports = {
      retrieve: cards.retrieve,
      renew: async () => (await renew()).clientSecret,
      save: (transactionId: string) => savePayment(_id, transactionId),
      wait,
    };
    return checkout(ports, clientSecret);
  });
  const [outcome, setOutcome] = useState<CheckoutOutcome>();
  const [busy, setBusy] = useState(true);
  const [entry, keepEntry] = useState<CardEntry>();
  const working = useRef(true);
  const usesOtherCard = useRef(false);

  async function follow(step: Promise<CheckoutOutcome>): Promise<void> {
    working.current = true;
    setBusy(true);
    const next = await step;
    if (next.kind === 'paid') return finish(next);
    if (next.kind === 'unsaved') recordUnsaved(next.transactionId, next.failure);
    usesOtherCard.current = false;
    setOutcome(next);
    working.current = false;
    setBusy(false);
  }

  async function lookQuietly(): Promise<void> {
    if (working.current) return;
    const found = await steps.resume();
    if (working.current) return;
    if (found.kind === 'paid') return finish(found);
    if (found.kind === 'unsaved') recordUnsaved(found.transactionId, found.failure);
    setOutcome((shown) => afterBackgroundCheck(shown, found, { usesOtherCard: usesOtherCard.current }));
  }

  const lookFirst = useEffectEvent(() => void follow(steps.resume()));
  useEffect(() => lookFirst(), []);
  useTabFocus(() => {
    void cache.refetchQueries({ queryKey: ['appointments', uid, _id] }, { cancelRefetch: false });
    void lookQuietly();
  });
  usePolling(outcome !== undefined && isTemporary(outcome), lookQuietly);

  const attempt = (ask: PaymentAttempt) => void follow(steps.pay(ask));
  const returnUrl = `${window.location.origin}${basePath}/dashboard/payment/${_id}`;
  return {
    outcome,
    busy,
    entry,
    setEntry: useCallback((given: CardEntry | undefined) => keepEntry(given), []),
    /** Absent until the card fields can be used. */
    pay:
      entry &&
      (() =>
        attempt((secret) => entry.confirm({ clientSecret: secret, billing: { name, email }, returnUrl }))),
    goToBank: () => attempt(cards.authenticate),
    takeOtherCard: () => {
      usesOtherCard.current = true;
      setOutcome({ kind: 'open' });
    },
    lookAgain: () => void follow(steps.resume()),
  };
}

/**
 * Calls when somebody comes back to this tab, by the Back button too, or the connection does. Moving between the page
 * and a frame in it (Stripe's card fields are frames) is no coming back.
 */
function useTabFocus(onComeback: () => void): void {
  const back = useEffectEvent(onComeback);
  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    let inFrame = false;
    addEventListener('blur', () => (inFrame = document.activeElement instanceof HTMLIFrameElement), {
      signal,
    });
    addEventListener('focus', () => !inFrame && back(), { signal });
    document.addEventListener('visibilitychange', () => !document.hidden && back(), { signal });
    addEventListener('pageshow', ({ persisted }) => persisted && back(), { signal });
    addEventListener('online', () => back(), { signal });
    return () => listening.abort();
  }, []);
}

const first = 2_000;
const longest = 30_000;

/** While something may pass by itself it is looked at again, less and less often. */
function usePolling(whileItMayPass: boolean, look: () => Promise<void>): void {
  const lookNow = useEffectEvent(look);
  useEffect(() => {
    if (!whileItMayPass) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let over = false;
    const lookAfter = (pause: number) => {
      timer = setTimeout(() => {
        void lookNow().then(() => over || lookAfter(Math.min(pause * 2, longest)));
      }, pause);
    };
    lookAfter(first);
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }, [whileItMayPass]);
}
