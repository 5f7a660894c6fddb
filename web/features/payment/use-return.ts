import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { CardForm } from './charge.ts';
import { isOfReturn, type Return, readReturn, settleReturn } from './return.ts';
import { noteUnsaved, savePayment } from './save-payment.ts';
import { useFinish } from './use-finish.ts';

/** Who comes back from a bank's page, if anybody does; the address is cleared of it at once. */
export function useReturn(): Return | undefined {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const [returned] = useState(() => readReturn(search));
  const cluttered = isOfReturn(search);
  useEffect(() => {
    if (cluttered) void navigate(pathname, { replace: true });
  }, [cluttered, pathname, navigate]);
  return returned;
}

type Coming = {
  uid: string;
  appointmentId: string;
  cards: CardForm | undefined;
  returned: Return | undefined;
};

/** True while it is found out what became of the charge at the bank. One that has succeeded is saved, and told. */
export function useSettledReturn({ uid, appointmentId, cards, returned }: Coming): boolean {
  const finish = useFinish(uid, appointmentId);
  const [settling, setSettling] = useState(returned !== undefined);
  const started = useRef(false);

  const settle = useEffectEvent(async ({ retrieve }: CardForm, coming: Return) => {
    const save = async (transactionId: string) => {
      const failure = await savePayment(appointmentId, transactionId);
      if (failure) noteUnsaved(transactionId, failure);
      return failure;
    };
    const paid = await settleReturn({ retrieve, save }, coming);
    if (paid) await finish({ transactionId: coming.transactionId, awaited: true });
    else setSettling(false);
  });
  useEffect(() => {
    if (!cards || !returned || started.current) return;
    started.current = true;
    void settle(cards, returned);
  }, [cards, returned]);
  return settling;
}
