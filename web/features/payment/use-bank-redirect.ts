import { t } from '@lingui/core/macro';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useQueryClient } from '#web/api/queries.ts';
import { alertDialog } from '#web/components/dialogs.ts';
import { type BankReturn, completeBankReturn, hasBankReturnParams, readBankReturn } from './bank-return.ts';
import type { CardForm } from './payment-intent.ts';
import { appointmentQuery } from './payment-queries.ts';
import { recordUnsavedPayment, savePayment } from './save-payment.ts';

/** Returns the bank's query parameters, if any, and removes them from the address bar. */
export function useBankRedirect(): BankReturn | undefined {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const [bankReturn] = useState(() => readBankReturn(search));
  const hasParams = hasBankReturnParams(search);
  useEffect(() => {
    if (hasParams) void navigate(pathname, { replace: true });
  }, [hasParams, pathname, navigate]);
  return bankReturn;
}

type Options = {
  uid: string;
  appointmentId: string;
  cards: CardForm | undefined;
  bankReturn: BankReturn | undefined;
};

/**
 * Completes a payment after the bank's redirect.
 * @returns true while the PaymentIntent is being checked and saved
 */
export function useCompletedRedirect({ uid, appointmentId, cards, bankReturn }: Options): boolean {
  const onPaid = usePaymentCompletion(uid, appointmentId);
  const [isCompleting, setIsCompleting] = useState(bankReturn !== undefined);
  const hasStarted = useRef(false);

  const complete = useEffectEvent(async ({ retrieve }: CardForm, bankReturn: BankReturn) => {
    const save = async (transactionId: string) => {
      const failure = await savePayment(uid, { appointmentId, transactionId });
      if (failure) recordUnsavedPayment(transactionId, failure);
      return failure;
    };
    const isPaid = await completeBankReturn({ retrieve, save }, bankReturn);
    if (isPaid) await onPaid({ transactionId: bankReturn.transactionId, shouldAnnounce: true });
    else setIsCompleting(false);
  });
  useEffect(() => {
    if (!cards || !bankReturn || hasStarted.current) return;
    hasStarted.current = true;
    void complete(cards, bankReturn);
  }, [cards, bankReturn]);
  return isCompleting;
}

type PaidPayment = { transactionId: string; shouldAnnounce: boolean };

const announcedIds = new Set<string>();

/**
 * Returns a function that switches the page to the receipt, and announces the payment once if
 * `shouldAnnounce` is set.
 */
export function usePaymentCompletion(uid: string, appointmentId: string) {
  const cache = useQueryClient();
  return async ({ transactionId, shouldAnnounce }: PaidPayment): Promise<void> => {
    const { queryKey } = appointmentQuery(uid, appointmentId);
    // Update the cache immediately, so that the page does not show the form again before the server responds.
    cache.setQueryData(queryKey, (appointment) => appointment && { ...appointment, transactionId });
    void cache.invalidateQueries({ queryKey: ['appointments'] });
    if (!shouldAnnounce || announcedIds.has(transactionId)) return;
    announcedIds.add(transactionId);
    // Wait for the next task: the cache update renders the receipt, which takes the focus, so that the dialog
    // returns the focus to it.
    await new Promise((resolve) => setTimeout(resolve));
    await alertDialog({ title: t`Payment Successful`, text: t`Your Transaction Id Is ${transactionId}` });
  };
}
