import { type ConsoleMessage, type HTTPResponse, launch } from 'puppeteer-core';
import type { Browser, DisplaySettings, Driver } from './driver.ts';
import { findProgram } from './process.ts';

const programs = ['firefox-esr', 'firefox'];
const findFirefox = () => programs.map(findProgram).find((path) => path !== undefined);

/** An installed Firefox in headless mode, controlled by Puppeteer over WebDriver BiDi. */
export const firefox: Browser = {
  name: 'Firefox',
  missing: () => (findFirefox() ? [] : ['firefox-esr']),
  open: openFirefox,
};

async function openFirefox({ width, height, colorScheme }: DisplaySettings): Promise<Driver> {
  const browser = await launch({
    browser: 'firefox',
    executablePath: findFirefox() as string,
    extraPrefsFirefox: {
      'layout.css.prefers-color-scheme.content-override': colorScheme === 'dark' ? 0 : 1,
      'signon.rememberSignons': false,
    },
    defaultViewport: { width, height },
  });
  const errors: string[] = [];
  // The first tab never has the focus: it receives no focus events, and Enter does not press buttons.
  const page = await browser.newPage();
  page.on('console', (message) => recordMessage(message, errors));
  page.on('pageerror', (error) => errors.push(`${(error as Error).message} (${page.url()})`));
  page.on('response', (response) => recordResponse(response, errors));
  return {
    goto: async (url) => void (await page.goto(url, { timeout: 60_000 })),
    evaluate: (expression) => page.evaluate(expression),
    click: (x, y) => page.mouse.click(x, y),
    press: (key) => page.keyboard.press(key),
    type: (text) => page.keyboard.type(text),
    async wheel(x, y, deltaY) {
      await page.mouse.move(x, y);
      await page.mouse.wheel({ deltaY });
    },
    async setInputFiles(selector, files) {
      const input = await page.$<'input'>(selector as 'input');
      await input?.uploadFile(...files);
    },
    screenshot: async () => Buffer.from(await page.screenshot()),
    consoleErrors: () => errors,
    close: () => browser.close(),
  };
}

function recordMessage(message: ConsoleMessage, errors: string[]): void {
  if (message.type() === 'error') errors.push(`${message.text()} (${message.location().url ?? 'no script'})`);
}

/** Records failed requests, which Chromium and WebKit report in their console and Firefox does not. */
function recordResponse(response: HTTPResponse, errors: string[]): void {
  if (response.status() >= 400)
    errors.push(`The server responded with a status of ${response.status()} (${response.url()})`);
}
