import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Appointment } from '#contract/appointments.ts';
import { useQueryClient } from '#web/api/queries.ts';
import { tell } from '#web/ui/dialogs.ts';
import type { CardForm, ConfirmCard } from './charge.ts';
import { type CheckoutOutcome, checkout } from './checkout.ts';
import { savePayment } from './save-payment.ts';

const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** Runs one checkout for as long as the page shows it. Without an outcome it is still finding out how things stand. */
export function usePayment({ _id, name, email }: Appointment, clientSecret: string, cards: CardForm) {
  const [steps] = useState(() =>
    checkout({
      retrieve: () => cards.retrieve(clientSecret),
      save: (transactionId) => savePayment(_id, transactionId),
      wait,
    }),
  );
  const [outcome, setOutcome] = useState<CheckoutOutcome>();
  const [busy, setBusy] = useState(true);
  const [confirm, keepConfirm] = useState<ConfirmCard>();
  const finish = useFinish(_id);

  async function follow(step: Promise<CheckoutOutcome>): Promise<void> {
    setBusy(true);
    const next = await step;
    if (next.kind === 'paid') return finish(next.transactionId);
    setOutcome(next);
    setBusy(false);
  }

  const lookFirst = useEffectEvent(() => void follow(steps.resume()));
  useEffect(() => lookFirst(), []);

  return {
    outcome,
    busy,
    setConfirm: useCallback((given: ConfirmCard | undefined) => keepConfirm(() => given), []),
    /** Absent until the card fields can be used. */
    pay: confirm && (() => void follow(steps.pay(() => confirm(clientSecret, { name, email })))),
    lookAgain: () => void follow(steps.resume()),
  };
}

/** Says that it is paid, once, and goes to the list unless the person has gone elsewhere meanwhile. */
function useFinish(appointmentId: string): (transactionId: string) => Promise<void> {
  const cache = useQueryClient();
  const navigate = useNavigate();
  const finished = useRef(false);
  return async (transactionId) => {
    if (finished.current) return;
    finished.current = true;
    void cache.invalidateQueries({ queryKey: ['appointments'] });
    await tell({ title: 'Payment Successful', text: `Your Transaction Id Is ${transactionId}` });
    if (window.location.pathname.includes(appointmentId)) await navigate('/dashboard/appointments');
  };
}
