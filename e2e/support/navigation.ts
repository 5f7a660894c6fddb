import { expect, type Locator, type Page } from '@playwright/test';

type ReactRoot = { stateNode: { current: { memoizedState: { isDehydrated: boolean } } } };

/**
 * Starts React as a touch does, and waits until it has hydrated the document and this element. Before that a
 * link loads a new document. React marks an element while it still compares the rest of the document, so the
 * root's state is read as well.
 */
export async function waitUntilHydrated(element: Locator): Promise<void> {
  await element.evaluate(() => dispatchEvent(new Event('touchstart')));
  const isHydrated = () =>
    element.evaluate((node) => {
      const findMark = (marked: object, prefix: string): unknown =>
        Object.entries(marked).find(([key]) => key.startsWith(prefix))?.[1];
      const root = findMark(document, '__reactContainer') as ReactRoot | undefined;
      return (
        findMark(node, '__reactProps') !== undefined &&
        root?.stateNode.current.memoizedState.isDehydrated === false
      );
    });
  await expect.poll(isHydrated).toBe(true);
}

/** Starts React, and uses the page in no other way. */
export async function moveMouse({ mouse }: Page): Promise<void> {
  await mouse.move(1, 1);
  await mouse.move(2, 2);
}

/** Waits until the page has nothing to do, so that the effects of its last change have run. */
export const waitUntilIdle = (page: Page): Promise<void> =>
  page.evaluate(() => new Promise<void>((resolve) => requestIdleCallback(() => resolve())));

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

/** Opens a page from the menu of staff, which has the other pages behind 'More' on a phone. */
export async function openFromStaffMenu(page: Page, name: string): Promise<void> {
  const menu = page.getByRole('navigation', { name: 'Staff' });
  await menu.getByRole('button', { name: 'More' }).click();
  await menu.getByRole('link', { name, exact: true }).click();
}
