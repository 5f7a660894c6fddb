import { selectors } from '@playwright/test';

/**
 * Lets this Playwright drive Chromium before 105, which lacks `Element.checkVisibility`. A selector engine is the only script
 * that Playwright also runs where it looks for elements itself; nothing is selected by this one.
 */
export const driveOldBrowsers = (): Promise<void> =>
  selectors.register('older', {
    content: `(() => {
      Element.prototype.checkVisibility ??= function () {
        for (let element = this; element; element = element.parentElement)
          if (getComputedStyle(element).display === 'none') return false;
        return true;
      };
      return { query: () => null, queryAll: () => [] };
    })()`,
  });
