import { moneyText } from '../http/money.ts';
import type { Standing } from './standing.ts';

/** What the page says of each way a question can stand. */
export function wordsFor({ state, intent, method, reason }: Standing): { title: string; text: string } {
  const amount = moneyText(intent.amount, intent.currency);
  const card = `the card ending in ${method.last4}`;
  switch (state) {
    case 'waiting':
      return { title: 'Is this payment yours?', text: 'The bank of this card asks before it pays.' };
    case 'paid':
      return {
        title: 'Payment accepted',
        text: `You accepted. ${amount} was charged to ${card}, once.`,
      };
    case 'declined':
      return {
        title: 'The card was declined',
        text: `You accepted, but the bank said: ${reason ?? ''} Nothing was charged to ${card}.`,
      };
    case 'refused':
      return { title: 'Payment refused', text: `You refused. Nothing was charged to ${card}.` };
    case 'canceled':
      return {
        title: 'This payment was cancelled',
        text: `There is nothing to answer any more. Nothing was charged to ${card}.`,
      };
    case 'paid-otherwise':
      return {
        title: 'Already paid',
        text: 'This payment was made another way meanwhile. This page charged nothing.',
      };
    case 'outdated':
      return {
        title: 'This page is out of date',
        text: 'The payment was tried again meanwhile. This page charged nothing; go back to see how the payment stands.',
      };
  }
}
