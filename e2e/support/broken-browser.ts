import type { BrowserContext, Page } from '@playwright/test';

const notFound = { status: 404, contentType: 'text/html', body: '<!doctype html><title>Not found</title>' };

/** Scripts of the site that are not there any more, as after a deployment: answered as our server answers then. */
export async function removeFeatures(context: BrowserContext, ...names: string[]): Promise<void> {
  for (const name of names) await context.route(`**/assets/${name}-*.js`, (route) => route.fulfill(notFound));
}

/** Counts whole pages that are loaded from now on. */
export function pageLoads(page: Page): () => number {
  let count = 0;
  page.on('request', (sent) => {
    if (sent.isNavigationRequest() && sent.frame() === page.mainFrame()) count += 1;
  });
  return () => count;
}

/** What makes the stores of a browser useless. Runs in the page. */
export const hostileStores: Record<string, () => void> = {
  'IndexedDB never answers': () => {
    IDBFactory.prototype.open = () => ({}) as IDBOpenDBRequest;
  },
  'every store is full': () => {
    const full = () => {
      throw new DOMException('Full', 'QuotaExceededError');
    };
    Storage.prototype.setItem = full;
    IDBObjectStore.prototype.put = full;
  },
  'every use of a store is forbidden': () => {
    const forbidden = () => {
      throw new DOMException('Forbidden', 'SecurityError');
    };
    Object.assign(Storage.prototype, { getItem: forbidden, setItem: forbidden, removeItem: forbidden });
    IDBFactory.prototype.open = forbidden;
  },
  'there is no store': () => {
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB'])
      Object.defineProperty(window, name, { value: null });
  },
};

/** What stands in for `fetch` in a browser with a broken extension. Runs in the page. */
export const brokenFetches: Record<string, () => typeof fetch> = {
  'that throws': () => () => {
    throw new Error('Blocked.');
  },
  'that gives nothing': () => async () => undefined as never,
  'that gives a page of its own': () => async () =>
    new Response('<h1>Please log in to the hotel</h1>', { headers: { 'Content-Type': 'text/html' } }),
  'that gives empty answers': () => async () =>
    new Response('{}', { headers: { 'Content-Type': 'application/json' } }),
  'that never ends': () => () => new Promise(() => {}),
};

/** From the next page on `fetch` is this one; until `mendFetch`. */
export const breakFetch = (page: Page, broken: () => typeof fetch): Promise<unknown> =>
  page.addInitScript(`window.ownFetch = window.fetch; window.fetch = (${broken})();`);

export const restoreFetch = (page: Page): Promise<void> =>
  page.evaluate(() => {
    window.fetch = (window as unknown as { ownFetch: typeof fetch }).ownFetch;
  });

/** Puts elements of its own in place of every text, now and later, as translators in browsers do. */
export function translate(): void {
  const say = (text: Text) => {
    const words = document.createElement('font');
    words.append(`[${text.data}]`);
    text.replaceWith(words);
  };
  const translatable = (text: Text) =>
    text.data.trim() !== '' && !text.parentElement?.closest('font, script, style, textarea, option, title');
  const all = () => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: Text[] = [];
    while (walker.nextNode()) found.push(walker.currentNode as Text);
    found.filter(translatable).forEach(say);
  };
  all();
  new MutationObserver(all).observe(document.body, { childList: true, subtree: true, characterData: true });
}
