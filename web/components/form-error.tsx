import { t } from '@lingui/core/macro';
import { useState } from 'react';

/** Thrown where a person would rather not go on: it is no failure, and nothing is said. */
export class CancelledByUser extends Error {
  override readonly name = 'Declined';
}

/** Runs what may be refused: `busy` meanwhile, then `failure` has the words of the refusal. `attempt` never rejects. */
export function useFormAction(inWords = errorText) {
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);

  async function attempt(act: () => Promise<unknown>, onDeclined = () => {}): Promise<void> {
    setFailure(undefined);
    setBusy(true);
    try {
      await act();
    } catch (error) {
      if (error instanceof CancelledByUser) onDeclined();
      else setFailure(inWords(error));
    }
    setBusy(false);
  }
  return { failure, busy, attempt };
}

export const errorText = (error: unknown): string =>
  error instanceof Error ? error.message : t`This did not work. Please try again.`;

/** What was refused, in red; always there, so that a screen reader hears what is put into it. */
export function FormError({ text }: { text: string | undefined }) {
  return (
    <p role="alert" className="bb-error">
      {text}
    </p>
  );
}
