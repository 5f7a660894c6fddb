import { Trans } from '@lingui/react/macro';
import { useState, useSyncExternalStore } from 'react';
import { Button } from '#web/ui/button.tsx';
import { installing } from './install-offer.ts';

/** Where the browser can install the site as an app, and has not done so. */
export function InstallButton() {
  const offered = useSyncExternalStore(installing.subscribe, installing.isOffered, () => false);
  const [taken, setTaken] = useState(false);
  if (!offered || taken) return null;
  const take = () => {
    setTaken(true);
    void installing.take().finally(() => setTaken(false));
  };
  return (
    <Button look="quiet" size="small" className="m-4" onClick={take}>
      <Trans>Install as an app</Trans>
    </Button>
  );
}
