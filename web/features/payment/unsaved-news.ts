import { tell } from '#web/ui/dialogs.ts';
import { type SaveFailure, saveFailureText } from './save-payment.ts';

const expected = new Set<string>();

/**
 * A card was charged here and the saving failed: that it is paid is news, whoever brings it. Where the session has
 * ended the page gives way to the sign-in, so what became of the money is told above it.
 */
export function noteUnsaved(transactionId: string, failure: SaveFailure): void {
  expected.add(transactionId);
  if (failure === 'signed-out')
    void tell({ title: 'Your session has ended', text: saveFailureText['signed-out'] });
}

export const isExpected = (transactionId: string): boolean => expected.has(transactionId);
