import { expect, type Locator, type Page } from '@playwright/test';

/** Waits until React has hydrated an element and marked it. Before that a prerendered link loads a new document. */
export async function waitUntilHydrated(element: Locator): Promise<void> {
  const marked = () =>
    element.evaluate((node) => Object.keys(node).some((key) => key.startsWith('__reactProps')));
  await expect.poll(marked).toBe(true);
}

/** Navigates to another page of the site without loading a document, as the Forward button does. */
export const navigateInPage = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, path);

/** Counts the documents that the page loads from now on. */
export function countPageLoads(page: Page): () => number {
  let count = 0;
  page.on('request', (sent) => {
    if (sent.isNavigationRequest() && sent.frame() === page.mainFrame()) count += 1;
  });
  return () => count;
}
