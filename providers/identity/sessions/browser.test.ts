import { expect, test } from 'vitest';
import { describeBrowser } from './browser.ts';

const gecko = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1';
const edge =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0';

test.each([
  [gecko, 'Firefox on Linux'],
  [iphone, 'Safari on iOS'],
  [edge, 'Microsoft Edge on Windows'],
  ['curl/8.11.0', null],
  ['Your bank, call +1 900/1.0', null],
  [`${gecko} ${'x'.repeat(10_000)}`, null],
  ['', null],
  [undefined, null],
])('%s is told as %s', (userAgent, told) => {
  expect(describeBrowser(userAgent)).toBe(told);
});
