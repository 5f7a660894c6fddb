import { beforeEach, expect, test, vi } from 'vitest';

vi.mock('#web/components/sonner-toaster.tsx', () => ({}));

const text = "You're offline. You can still open pages you visited.";
let hasOwnNotice = false;
let setOnline: (isOnline: boolean) => void;

beforeEach(() => {
  vi.resetModules();
  const events = new EventTarget();
  const stored = new Map<string, string>();
  const browser = { onLine: true, serviceWorker: { controller: {} } };
  vi.stubGlobal('addEventListener', events.addEventListener.bind(events));
  vi.stubGlobal('navigator', browser);
  vi.stubGlobal('document', { querySelector: () => (hasOwnNotice ? {} : null) });
  const localStorage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  };
  vi.stubGlobal('window', { localStorage });
  setOnline = (isOnline) => {
    browser.onLine = isOnline;
    events.dispatchEvent(new Event(isOnline ? 'online' : 'offline'));
  };
});

async function start() {
  const { notifyWhenOffline } = await import('./notify-when-offline.ts');
  const { toast } = await import('#web/components/toast.ts');
  const warning = vi.spyOn(toast, 'warning').mockReturnValue();
  notifyWhenOffline();
  return warning;
}

/** Lets a toast appear that should not. */
async function settle() {
  await vi.dynamicImportSettled();
  await new Promise((later) => setImmediate(later));
}

test('shows one toast each time the connection is lost, not on each page', async () => {
  hasOwnNotice = false;
  const warning = await start();
  setOnline(false);
  await expect.poll(() => warning.mock.calls).toEqual([[text]]);
  await start();
  await settle();
  expect(warning).toHaveBeenCalledTimes(1);
  setOnline(true);
  setOnline(false);
  await expect.poll(() => warning.mock.calls.length).toBe(2);
});

test('leaves it to a page that says itself that it is offline, and tells on the next page', async () => {
  hasOwnNotice = true;
  const warning = await start();
  setOnline(false);
  await settle();
  expect(warning).not.toHaveBeenCalled();
  hasOwnNotice = false;
  await start();
  await expect.poll(() => warning.mock.calls).toEqual([[text]]);
});
