import { expect, type Locator } from '@playwright/test';

/** A prerendered link leads to a whole new page until React has taken it over, which it marks on the element. */
export async function waitUntilHydrated(element: Locator): Promise<void> {
  const marked = () =>
    element.evaluate((node) => Object.keys(node).some((key) => key.startsWith('__reactProps')));
  await expect.poll(marked).toBe(true);
}
