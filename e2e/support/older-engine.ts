import { selectors } from '@playwright/test';

/**
 * Adds `Element.checkVisibility`, which Playwright needs and Chromium before 105 lacks. The polyfill is a
 * selector engine because Playwright runs selector engines in its own execution context. It selects nothing.
 */
export const polyfillCheckVisibility = (): Promise<void> =>
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
