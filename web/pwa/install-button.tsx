import { Trans } from '@lingui/react/macro';
import { useState, useSyncExternalStore } from 'react';
import { Button } from '#web/components/button.tsx';

/** Where the browser can install the site as an app, and has not done so. */
export function InstallButton() {
  const offered = useSyncExternalStore(installPrompt.subscribe, installPrompt.isOffered, () => false);
  const [taken, setTaken] = useState(false);
  if (!offered || taken) return null;
  const take = () => {
    setTaken(true);
    void installPrompt.take().finally(() => setTaken(false));
  };
  return (
    <Button look="quiet" size="small" className="m-4" onClick={take}>
      <Trans>Install as an app</Trans>
    </Button>
  );
}

/** A browser's offer to install the site, kept by the page's start script (web/document/inline-script.ts). Chromium's alone. */
type InstallOffer = Event & { prompt(): Promise<unknown> };

declare global {
  var installOffer: InstallOffer | undefined;
}

/** For useSyncExternalStore: the offer comes in its own time, and goes once the site is installed. */
const installPrompt = {
  subscribe(changed: () => void): () => void {
    const forget = () => {
      globalThis.installOffer = undefined;
      changed();
    };
    addEventListener('beforeinstallprompt', changed);
    addEventListener('appinstalled', forget);
    return () => {
      removeEventListener('beforeinstallprompt', changed);
      removeEventListener('appinstalled', forget);
    };
  },
  isOffered: (): boolean => globalThis.installOffer !== undefined,

  /** The browser asks the person itself; an offer can be taken up once, and another may come. */
  async take(): Promise<void> {
    const offer = globalThis.installOffer;
    globalThis.installOffer = undefined;
    await offer?.prompt();
  },
};
