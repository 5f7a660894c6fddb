import { t } from '@lingui/core/macro';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useQueryClient } from '#web/api/queries.ts';
import { alertDialog } from '#web/components/dialogs.ts';
import { type BankReturn, belongsToReturn, completeBankReturn, readBankReturn } from './bank-return.ts';
import type { CardForm } from './payment-intent.ts';
import { appointmentQuery } from './payment-queries.ts';
import { recordUnsaved, savePayment } from './save-payment.ts';

/** Who comes back from a bank's page, if anybody does; the address is cleared of it at once. */
export function useBankRedirect(): BankReturn | undefined {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const [returned] = useState(() => readBankReturn(search));
  const cluttered = belongsToReturn(search);
  useEffect(() => {
    if (cluttered) void navigate(pathname, { replace: true });
  }, [cluttered, pathname, navigate]);
  return returned;
}

type Coming = {
  uid: string;
  appointmentId: string;
  cards: CardForm | undefined;
  returned: BankReturn | undefined;
};

/** True while it is found out what became of the charge at the bank. One that has succeeded is saved, and told. */
export function useCompletedRedirect({ uid, appointmentId, cards, returned }: Coming): boolean {
  const finish = useOnPaid(uid, appointmentId);
  const [settling, setSettling] = useState(returned !== undefined);
  const started = useRef(false);

  const settle = useEffectEvent(async ({ retrieve }: CardForm, coming: BankReturn) => {
    const save = async (transactionId: string) => {
      const failure = await savePayment(appointmentId, transactionId);
      if (failure) recordUnsaved(transactionId, failure);
      return failure;
    };
    const paid = await completeBankReturn({ retrieve, save }, coming);
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

const told = new Set<string>();

/**
 * From now on the page shows the receipt. Where it is news it is said, once, and then the list is shown, unless the
 * person has gone elsewhere meanwhile.
 */
export function useOnPaid(uid: string, appointmentId: string) {
  const cache = useQueryClient();
  const navigate = useNavigate();
  return async ({ transactionId, awaited }: { transactionId: string; awaited: boolean }): Promise<void> => {
    const { queryKey } = appointmentQuery(uid, appointmentId);
    // Ours is saved: a page that is asked for before the server is shows no form again.
    cache.setQueryData(queryKey, (known) => known && { ...known, transactionId });
    void cache.invalidateQueries({ queryKey: ['appointments'] });
    if (!awaited || told.has(transactionId)) return;
    told.add(transactionId);
    await alertDialog({ title: t`Payment Successful`, text: t`Your Transaction Id Is ${transactionId}` });
    if (window.location.pathname.includes(appointmentId)) await navigate('/dashboard/appointments');
  };
}
