import { Trans } from '@lingui/react/macro';
import { useState, useSyncExternalStore } from 'react';
import { Button } from '#web/components/button.tsx';

/** Renders a button if the browser can install the site as an app and has not done so yet. */
export function InstallButton() {
  const isOffered = useSyncExternalStore(installPrompt.subscribe, installPrompt.isOffered, () => false);
  const [isPrompting, setIsPrompting] = useState(false);
  if (!isOffered || isPrompting) return null;
  const install = () => {
    setIsPrompting(true);
    void installPrompt.show().finally(() => setIsPrompting(false));
  };
  return (
    <Button variant="outlined" size="small" className="m-4" onClick={install}>
      <Trans>Install as an app</Trans>
    </Button>
  );
}

/** Chromium's install prompt event, saved by web/before-react/start-on-touch.ts. */
type BeforeInstallPromptEvent = Event & { prompt(): Promise<unknown> };

declare global {
  var installPromptEvent: BeforeInstallPromptEvent | undefined;
}

/**
 * External store of the install prompt. The event can fire at any time and is dropped once the site is
 * installed.
 */
const installPrompt = {
  subscribe(listener: () => void): () => void {
    const clear = () => {
      globalThis.installPromptEvent = undefined;
      listener();
    };
    addEventListener('beforeinstallprompt', listener);
    addEventListener('appinstalled', clear);
    return () => {
      removeEventListener('beforeinstallprompt', listener);
      removeEventListener('appinstalled', clear);
    };
  },
  isOffered: (): boolean => globalThis.installPromptEvent !== undefined,

  /** Shows the browser's own prompt. Each event can be used once. Another may follow. */
  async show(): Promise<void> {
    const event = globalThis.installPromptEvent;
    globalThis.installPromptEvent = undefined;
    await event?.prompt();
  },
};
