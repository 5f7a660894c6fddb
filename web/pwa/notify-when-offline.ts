import { t } from '@lingui/core/macro';
import { readItem, writeItem } from '#web/auth/persistence.ts';
import { shouldSaveData } from '#web/browser/data-use.ts';
import { toast } from '#web/components/toast.ts';

const notifiedKey = 'bloodBuddiesOfflineNoticeShown';

/**
 * Shows a toast once each time the connection is lost, not on every page opened while offline. A page with
 * an element `data-offline-notice` says itself that it is offline.
 */
export function notifyWhenOffline(): void {
  // Load the toaster while online: if it fails to load, toasts become dialogs that interrupt the user.
  const toaster = shouldSaveData()
    ? undefined
    : import('#web/components/sonner-toaster.tsx').catch(() => undefined);
  const notify = async () => {
    if (!(await toaster)) return;
    if (navigator.onLine || !navigator.serviceWorker?.controller || readItem(notifiedKey)) return;
    if (document.querySelector('[data-offline-notice]')) return;
    writeItem(notifiedKey, 'yes');
    toast.warning(t`You're offline. You can still open pages you visited.`);
  };
  const reset = () => writeItem(notifiedKey, null);
  if (navigator.onLine) reset();
  else void notify();
  addEventListener('offline', () => void notify());
  addEventListener('online', reset);
}
