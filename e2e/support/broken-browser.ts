import type { BrowserContext, Page } from '@playwright/test';

const notFound = { status: 404, contentType: 'text/html', body: '<!doctype html><title>Not found</title>' };

/** Responds 404 for the scripts with these names, as the server does after a deployment has replaced them. */
export async function removeScripts(context: BrowserContext, ...names: string[]): Promise<void> {
  for (const name of names) await context.route(`**/assets/${name}-*.js`, (route) => route.fulfill(notFound));
}

/** Ways to break the browser's storage. Each function runs in the page. */
export const brokenStorage: Record<string, () => void> = {
  'IndexedDB never responds': () => {
    IDBFactory.prototype.open = () => ({}) as IDBOpenDBRequest;
  },
  'all storage is full': () => {
    const full = () => {
      throw new DOMException('Full', 'QuotaExceededError');
    };
    Storage.prototype.setItem = full;
    IDBObjectStore.prototype.put = full;
  },
  'all storage access is forbidden': () => {
    const forbidden = () => {
      throw new DOMException('Forbidden', 'SecurityError');
    };
    Object.assign(Storage.prototype, { getItem: forbidden, setItem: forbidden, removeItem: forbidden });
    IDBFactory.prototype.open = forbidden;
  },
  'storage does not exist': () => {
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB'])
      Object.defineProperty(window, name, { value: null });
  },
};

/**
 * Replacements for `fetch`, as a broken browser extension may install them. Each function runs in the page.
 */
export const brokenFetches: Record<string, () => typeof fetch> = {
  'that throws': () => () => {
    throw new Error('Blocked.');
  },
  'that returns undefined': () => async () => undefined as never,
  'that returns another HTML page': () => async () =>
    new Response('<h1>Please log in to the hotel</h1>', { headers: { 'Content-Type': 'text/html' } }),
  'that returns empty responses': () => async () =>
    new Response('{}', { headers: { 'Content-Type': 'application/json' } }),
  'that never settles': () => () => new Promise(() => {}),
};

/** Replaces `fetch` on every page that loads from now on. `restoreFetch` undoes this on the current page. */
export const breakFetch = (page: Page, broken: () => typeof fetch): Promise<unknown> =>
  page.addInitScript(`window.ownFetch = window.fetch; window.fetch = (${broken})();`);

export const restoreFetch = (page: Page): Promise<void> =>
  page.evaluate(() => {
    window.fetch = (window as unknown as { ownFetch: typeof fetch }).ownFetch;
  });

/**
 * Replaces every text node with a `font` element, now and after each change, as a browser's page translation
 * does.
 */
export function translatePage(): void {
  const replaceText = (text: Text) => {
    const wrapper = document.createElement('font');
    wrapper.append(`[${text.data}]`);
    text.replaceWith(wrapper);
  };
  const translatable = (text: Text) =>
    text.data.trim() !== '' && !text.parentElement?.closest('font, script, style, textarea, option, title');
  const all = () => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: Text[] = [];
    while (walker.nextNode()) found.push(walker.currentNode as Text);
    found.filter(translatable).forEach(replaceText);
  };
  all();
  new MutationObserver(all).observe(document.body, { childList: true, subtree: true, characterData: true });
}
