import { useState } from 'react';

/** Says whether something that a button began is still under way. */
export function useBusy(): [boolean, (act: () => Promise<void>) => Promise<void>] {
  const [busy, setBusy] = useState(false);

  async function whileBusy(act: () => Promise<void>): Promise<void> {
    setBusy(true);
    await act();
    setBusy(false);
  }
  return [busy, whileBusy];
}
