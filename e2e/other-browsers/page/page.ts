import { setTimeout } from 'node:timers/promises';
import type { Driver, Key } from '../drivers/driver.ts';
import { type Found, findInPage, type Target } from './in-page.ts';

const TIMEOUT_MS = 30_000;
const POLL_MS = 50;

/** A page in a browser. Each action waits until it can be performed. A timeout error names the condition. */
export type Page = ReturnType<typeof createPage>;

export function createPage(driver: Driver, site: string) {
  const evaluate = <Value>(expression: string) => driver.evaluate(expression) as Promise<Value>;
  const query = (target: Target, scroll = false) =>
    evaluate<Found>(`(${findInPage})(${JSON.stringify(target)}, ${scroll})`);

  const page = {
    site,
    evaluate,

    /** Opens a page of the site, and starts React. */
    async goto(path: string): Promise<void> {
      await page.gotoHtml(path);
      await page.hydrate();
    },

    /** Opens a page of the site without starting React. */
    gotoHtml: (path: string) => driver.goto(site + path),

    /** Starts React as a touch does, and waits until it has hydrated the page. */
    async hydrate(): Promise<void> {
      await evaluate("dispatchEvent(new Event('touchstart'))");
      await waitUntil('the page is hydrated', () => evaluate(isHydrated));
    },

    path: () => evaluate<string>('location.pathname'),

    async expectPath(pattern: RegExp): Promise<void> {
      await waitUntil(`the address is ${pattern}`, async () => pattern.test(await page.path()));
    },

    async expectVisible(target: Target): Promise<Found> {
      let found: Found | undefined;
      await waitUntil(`${describe(target)} is visible`, async () => {
        found = await query(target);
        return found.count > 0;
      });
      return found as Found;
    },

    async expectHidden(target: Target): Promise<void> {
      await waitUntil(`${describe(target)} is gone`, async () => (await query(target)).count === 0);
    },

    async expectFocus(target: Target): Promise<void> {
      await waitUntil(`${describe(target)} has the focus`, async () => (await query(target)).isFocused);
    },

    /** Returns immediately whether the element is visible. */
    isVisible: async (target: Target) => (await query(target)).count > 0,

    isFocused: async (target: Target) => (await query(target)).isFocused,

    async expectValue(target: Target, value: string): Promise<void> {
      await waitUntil(
        `${describe(target)} has the value ${value}`,
        async () => (await query(target)).value === value,
      );
    },

    async click(target: Target): Promise<void> {
      let last: Found | undefined;
      const condition = () =>
        `${describe(target)} can be clicked and does not move; it was ${JSON.stringify(last)}`;
      await waitUntil(condition, async () => {
        const before = last;
        last = await query(target, true);
        return last.isClickable && before?.x === last.x && before.y === last.y;
      });
      await driver.click(last?.x ?? 0, last?.y ?? 0);
    },

    /** Replaces the value of a field. */
    async fill(target: Target, text: string): Promise<void> {
      await page.click(target);
      await page.expectFocus(target);
      await evaluate('document.activeElement.select()');
      await driver.type(text);
    },

    press: (key: Key) => driver.press(key),

    async setInputFiles(selector: string, paths: string[]): Promise<void> {
      await page.expectVisible({ css: selector });
      await driver.setInputFiles(selector, paths);
    },

    /** Turns the wheel once at the center of the window. */
    async wheel(deltaY: number): Promise<void> {
      const [x, y] = await evaluate<[number, number]>(
        '[Math.round(innerWidth / 2), Math.round(innerHeight / 2)]',
      );
      await driver.wheel(x, y, deltaY);
    },

    waitUntil,
  };
  return page;
}

/** React adds `__react...` properties to rendered elements when it hydrates them. */
const isHydrated = `Object.keys(document.querySelector('main h1, main h2, main p, main') ?? {}).some((key) => key.startsWith('__react'))`;

const describe = ({ css, name, has, row }: Target): string =>
  [css, name && `'${name}'`, has && `with '${has}'`, row && `in the row of ${row}`].filter(Boolean).join(' ');

/**
 * Waits until `check` returns a truthy value. Retries after an error, because the check fails while a page
 * loads.
 */
async function waitUntil(condition: string | (() => string), check: () => Promise<unknown>): Promise<void> {
  const deadline = performance.now() + TIMEOUT_MS;
  let lastError: unknown;
  do {
    try {
      if (await check()) return;
      lastError = undefined;
    } catch (error) {
      lastError = error;
    }
    await setTimeout(POLL_MS);
  } while (performance.now() < deadline);
  const description = typeof condition === 'string' ? condition : condition();
  throw new Error(
    `Timed out after ${TIMEOUT_MS} ms waiting until ${description}.${lastError ? ` Last error: ${lastError}` : ''}`,
    {
      cause: lastError,
    },
  );
}
