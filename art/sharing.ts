// Draws what shows where a page is shared, and the icons: `node art/sharing.ts`. The results are committed.
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import sharp from 'sharp';
import { browserLaunch } from '../e2e/support/browser.ts';
import { inRoot } from '../scripts/set-up/paths.mjs';
import { tag } from './paint.ts';
import { sharing } from './scenes/sharing.ts';

const size = { width: 1200, height: 630 };
const serif = readFileSync(
  inRoot('node_modules', '@fontsource', 'fraunces', 'files', 'fraunces-latin-600-normal.woff2'),
).toString('base64');

// A browser sets the words: the drawing library has no way to be given a typeface.
const words = `
  <style>
    @font-face { font-family: Fraunces; font-weight: 600; src: url(data:font/woff2;base64,${serif}) }
    body { margin: 0; font: 600 30px Fraunces; color: #241917 }
    div { position: absolute; left: 72px }
  </style>
  <div style="left: 176px; top: 92px; font-size: 36px">Blood Buddies</div>
  <div style="top: 212px; font-size: 74px; line-height: 1.1; letter-spacing: -0.01em">Donate blood,<br>save life</div>
  <div style="top: 486px; font-size: 30px; color: #675550">A donation takes 6-10 minutes.</div>`;

await drawCard();
await drawIcons();

async function drawCard(): Promise<void> {
  const browser = await chromium.launch(await browserLaunch());
  const page = await browser.newPage({ viewport: size });
  const attributes = { xmlns: 'http://www.w3.org/2000/svg', ...size, style: 'display: block' };
  await page.setContent(tag('svg', attributes, sharing()) + words);
  await page.evaluate(() => document.fonts.ready);
  const drawn = await page.screenshot();
  await browser.close();
  mkdirSync(inRoot('public', 'sharing'), { recursive: true });
  await sharp(drawn)
    .jpeg({ quality: 86, mozjpeg: true })
    .toFile(inRoot('public', 'sharing', 'community.jpg'));
}

async function drawIcons(): Promise<void> {
  const icon = readFileSync(inRoot('public', 'icon.svg'), 'utf8');
  // Launchers cut maskable icons to shapes of their own: red to the edge, the drop within the middle four fifths.
  const maskable = icon
    .replace(
      /<rect[^>]*>/,
      '<rect width="32" height="32" fill="#9c1322"/><g transform="translate(4.8 4.8) scale(.7)">',
    )
    .replace('</svg>', '</g></svg>');
  const square = icon.replace(/ rx="\d+"/, '');
  const icons: [svg: string, name: string, pixels: number][] = [
    [icon, 'icon-32', 32],
    [square, 'icon-180', 180],
    [icon, 'icon-192', 192],
    [icon, 'icon-512', 512],
    [maskable, 'icon-maskable-192', 192],
    [maskable, 'icon-maskable-512', 512],
  ];
  for (const [svg, name, pixels] of icons) {
    const drawn = sharp(Buffer.from(svg), { density: (72 * pixels) / 32 }).resize(pixels);
    await drawn.png({ palette: true, effort: 10 }).toFile(join(inRoot('public'), `${name}.png`));
  }
}
