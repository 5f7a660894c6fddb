import { afterEach, expect, test, vi } from 'vitest';
import { saveFile } from '#web/components/save-file.ts';
import { isInAppBrowser } from './in-app-browser.ts';

const android = 'Mozilla/5.0 (Linux; Android 14; Pixel 8';
const webView = `${android} Build/UQ1A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/130.0.0.0 Mobile Safari/537.36`;
const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const inApps = [
  `${webView} [FB_IAB/FB4A;FBAV/490.0.0.63.82;]`,
  `${iPhone} Mobile/22B83 [FBAN/FBIOS;FBAV/490.0.0.47.107]`,
  `${iPhone} Mobile/22B83 Instagram 357.0.0.28.100 (iPhone15,2; iOS 18_1)`,
  `${iPhone} Mobile/22B83 musical_ly_37.0.0 BytedanceWebview/d8a21c6`,
  `${iPhone} Safari Line/14.18.1`,
  `${iPhone} Mobile/22B83 [LinkedInApp]/9.30`,
  webView,
];
const browsers = [
  `${android}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36`,
  `${iPhone} Version/18.1 Mobile/15E148 Safari/604.1`,
  `${iPhone} CriOS/130.0.6723.90 Mobile/15E148 Safari/604.1`,
  'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
];

const openIn = (userAgent: string) => vi.stubGlobal('navigator', { userAgent });
afterEach(() => vi.unstubAllGlobals());

test('distinguishes the browsers of apps from others', () => {
  const detected = (userAgent: string) => {
    openIn(userAgent);
    return isInAppBrowser();
  };
  expect(inApps.filter((userAgent) => !detected(userAgent))).toEqual([]);
  expect(browsers.filter(detected)).toEqual([]);
});

test('inside an app, a download explains how to open the page in a browser, and reports no success', async () => {
  openIn(inApps[1] ?? '');
  await expect(saveFile('a.csv', 'a', 'text/csv')).rejects.toThrow('Open in browser');
});
