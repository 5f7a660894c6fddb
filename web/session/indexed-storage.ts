import { t } from '@lingui/core/macro';

const patience = 3000;

let asked = false;

/**
 * Makes a page do without IndexedDB where that is there and never answers, or only refuses, as some browsers' does
 * until they are started anew: the identity SDK would wait for ever, and so keeps its session in local storage.
 * @param remembered somebody's session may lie there: that the disk of an old phone is slow must not end it
 * @throws Error the first time, for somebody remembered
 */
export async function leaveOutBrokenStorage(remembered: boolean): Promise<void> {
  if (await answers()) return;
  const first = !asked;
  asked = true;
  if (first && remembered) {
    throw new Error(t`Your browser is slow to find your sign-in. Wait a moment and try again.`);
  }
  Object.defineProperty(window, 'indexedDB', { value: undefined, configurable: true });
}

function answers(): Promise<boolean> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(false), patience);
    try {
      const opening = indexedDB.open('blood-buddies-asks');
      opening.onerror = () => resolve(false);
      opening.onsuccess = () => {
        opening.result.close();
        resolve(true);
      };
    } catch {
      resolve(false);
    }
  });
}
