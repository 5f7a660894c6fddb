import type { Page } from '@playwright/test';

/** Goes on to another page of the site without loading the document anew, as the Forward button does. */
export const goInPage = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, path);
