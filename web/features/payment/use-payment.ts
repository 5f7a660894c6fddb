import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Appointment } from '#contract/appointments.ts';
import { useQueryClient } from '#web/api/queries.ts';
import { base } from '#web/language/language.ts';
import type { CardEntry, CardForm } from './charge.ts';
import { type Attempt, checkout } from './checkout.ts';
import { afterQuietLook, type CheckoutOutcome, mayPass } from './outcome.ts';
import { chargeQuery } from './payment-queries.ts';
import { savePayment } from './save-payment.ts';
import { noteUnsaved } from './unsaved-news.ts';
import { useComeback } from './use-comeback.ts';
import { useFinish } from './use-finish.ts';
import { useLookAgain } from './use-look-again.ts';

const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

type Given = { appointment: Appointment; uid: string; clientSecret: string; cards: CardForm };

/** Runs one checkout for as long as the page shows it. Without an outcome it is still finding out how things stand. */
export function usePayment({ appointment, uid, clientSecret, cards }: Given) {
  const { _id, name, email } = appointment;
  const cache = useQueryClient();
  const finish = useFinish(uid, _id);
  const [steps] = useState(() => {
    const renew = () => cache.fetchQuery({ ...chargeQuery(uid, _id), staleTime: 0 });
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
    if (next.kind === 'unsaved') noteUnsaved(next.transactionId, next.failure);
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
    if (found.kind === 'unsaved') noteUnsaved(found.transactionId, found.failure);
    setOutcome((shown) => afterQuietLook(shown, found, { usesOtherCard: usesOtherCard.current }));
  }

  const lookFirst = useEffectEvent(() => void follow(steps.resume()));
  useEffect(() => lookFirst(), []);
  useComeback(() => {
    void cache.refetchQueries({ queryKey: ['appointments', uid, _id] }, { cancelRefetch: false });
    void lookQuietly();
  });
  useLookAgain(outcome !== undefined && mayPass(outcome), lookQuietly);

  const attempt = (ask: Attempt) => void follow(steps.pay(ask));
  const returnUrl = `${window.location.origin}${base}/dashboard/payment/${_id}`;
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
