import { t } from '@lingui/core/macro';
import { keep, readKept } from '#web/session/memory.ts';
import { savesData } from '#web/ui/saves-data.ts';
import { toast } from '#web/ui/toast.ts';
import { offerUnsent } from './offer-unsent.ts';
import { startWorker } from './start-worker.ts';
import { untilIdle } from './until-idle.ts';

// As short as can be for who imports it, which every page does at once.
void prepareForOffline().catch(() => undefined);

/** What a page does for times without a line; once, and after everything that somebody may wait for. */
async function prepareForOffline(): Promise<void> {
  await untilIdle();
  if (!(await isPartOfSite())) return;
  offerUnsent();
  await startWorker();
  sayWhenCut();
}

/** Not by web/api/config.ts: pages that ask for nothing else would load the whole client for this one word. */
async function isPartOfSite(): Promise<boolean> {
  const { parts } = await fetch('/api/config').then(
    (answer) => answer.json(),
    () => ({}),
  );
  return Array.isArray(parts) && parts.includes('offline');
}

const told = 'bloodBuddiesToldOffline';

/** Once for each time that the line goes, and not on every page of that time. */
function sayWhenCut(): void {
  // Without a line it may not come, and the window in its place would interrupt who fills something in.
  const shelf = savesData() ? undefined : import('#web/ui/sonner-shelf.tsx').catch(() => undefined);
  const say = async () => {
    if (!(await shelf)) return;
    if (navigator.onLine || !navigator.serviceWorker?.controller || readKept(told)) return;
    keep(told, 'yes');
    toast.warning(t`You are offline. Pages that you have seen still open.`);
  };
  const forget = () => keep(told, null);
  if (navigator.onLine) forget();
  else void say();
  addEventListener('offline', () => void say());
  addEventListener('online', forget);
}
