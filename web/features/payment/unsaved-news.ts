import { t } from '@lingui/core/macro';
import { tell } from '#web/ui/dialogs.ts';
import { type SaveFailure, saveFailureText } from './save-payment.ts';

const expected = new Set<string>();

/**
 * A card was charged here and the saving failed: that it is paid is news, whoever brings it. Where the session has
 * ended, or the appointment is gone, the page gives way to another, so what became of the money is told above it.
 */
export function noteUnsaved(transactionId: string, failure: SaveFailure): void {
  expected.add(transactionId);
  const title = titles[failure];
  if (title) void tell({ title, text: saveFailureText[failure] });
}

/** Of failures after which this page gives way to another. */
const titles: Partial<Record<SaveFailure, string>> = {
  'signed-out': t`Your session has ended`,
  gone: t`Your money goes back`,
};

export const isExpected = (transactionId: string): boolean => expected.has(transactionId);
