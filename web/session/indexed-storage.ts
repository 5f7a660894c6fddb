const patience = 3000;

/**
 * Makes a page do without IndexedDB where that is there and never answers, or only refuses, as some browsers' does
 * until they are started anew: the identity SDK would wait for ever, and so keeps its session in local storage.
 */
export async function leaveOutBrokenStorage(): Promise<void> {
  if (await answers()) return;
  Object.defineProperty(window, 'indexedDB', { value: undefined, configurable: true });
}

function answers(): Promise<boolean> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(false), patience);
    try {
      const asked = indexedDB.open('blood-buddies-asks');
      asked.onerror = () => resolve(false);
      asked.onsuccess = () => {
        asked.result.close();
        resolve(true);
      };
    } catch {
      resolve(false);
    }
  });
}
