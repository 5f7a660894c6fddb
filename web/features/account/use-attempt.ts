import { t } from '@lingui/core/macro';
import { useState } from 'react';

/** Runs what may be refused, and keeps the refusal's words for the form. */
export function useAttempt() {
  const [failure, setFailure] = useState<string>();

  async function attempt(act: () => Promise<void>): Promise<void> {
    setFailure(undefined);
    try {
      await act();
    } catch (error) {
      setFailure(error instanceof Error ? error.message : t`This did not work. Please try again.`);
    }
  }
  return { failure, attempt };
}
