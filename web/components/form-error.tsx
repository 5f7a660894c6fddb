import { useEffect, useState } from 'react';
import { CanceledByUser } from '#web/browser/canceled-by-user.ts';
import { errorText } from './error-text.ts';

/**
 * Runs an action that can fail: sets `isBusy` while it runs and `failure` to its error text. `attempt` never
 * rejects.
 */
export function useFormAction(toText = errorText) {
  const [failure, setFailure] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  useClearErrorWhenOnline(failure, () => setFailure(undefined));

  async function attempt(action: () => Promise<unknown>, onCancel = () => {}): Promise<void> {
    setFailure(undefined);
    setIsBusy(true);
    try {
      await action();
    } catch (error) {
      if (error instanceof CanceledByUser) onCancel();
      else setFailure(toText(error));
    }
    setIsBusy(false);
  }
  return { failure, isBusy, attempt };
}

/** Calls `clearError` when the browser is online again, if the failure happened offline. */
export function useClearErrorWhenOnline(failure: string | undefined, clearError: () => void): void {
  useEffect(() => {
    if (!failure || navigator.onLine) return;
    addEventListener('online', clearError);
    return () => removeEventListener('online', clearError);
  });
}

/**
 * Renders the error text, and an empty element without one, because screen readers announce only changes of
 * an existing alert region.
 */
export function FormError({ text }: { text: string | undefined }) {
  return (
    <p role="alert" className="bb-error">
      {text}
    </p>
  );
}
