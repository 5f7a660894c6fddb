import { afterAll, describe, expect, test } from 'vitest';
import { createTestHost } from '../testing/host.ts';
import { flatJpeg, logoPicture, readMetadata, readPixels } from '../testing/pictures.ts';

const site = await createTestHost();
afterAll(() => site[Symbol.asyncDispose]());
const upload = async (bytes: Uint8Array) => (await site.uploadPicture(bytes)).id;

const logos = {
  square: await upload(await flatJpeg(400, 400)),
  wide: await upload(await flatJpeg(900, 200)),
  'dark on nothing': await upload(await logoPicture(500, 250, '#102040')),
  'white on nothing': await upload(await logoPicture(250, 500, '#ffffff')),
};
type Name = keyof typeof logos;

const read = async (name: Name, form: string) => {
  const response = await site.request(`/images/${logos[name]}?as=${form}`);
  expect(response.status).toBe(200);
  return { headers: response.headers, bytes: new Uint8Array(await response.arrayBuffer()) };
};
const colorsOf = async (name: Name, form: string) => readPixels((await read(name, form)).bytes);

const sizes = {
  'icon-32': [32, 32],
  'icon-180': [180, 180],
  'icon-192': [192, 192],
  'icon-512': [512, 512],
  'maskable-192': [192, 192],
  'maskable-512': [512, 512],
  share: [1200, 630],
} as const;

describe.each(Object.keys(logos) as Name[])('a logo that is %s', (name) => {
  test.each(Object.entries(sizes))('%s has its size and no transparency', async (form, [width, height]) => {
    const { bytes } = await read(name, form);
    const { format, hasAlpha, ...size } = await readMetadata(bytes);
    expect([size.width, size.height, hasAlpha]).toEqual([width, height, false]);
    expect(format).toBe(form === 'share' ? 'jpeg' : 'png');
    expect(bytes.length).toBeLessThan(120_000);
  });

  test('stays inside the circle that phones show of a maskable icon', async () => {
    const { at, isNear } = await colorsOf(name, 'maskable-512');
    const background = at(0, 0);
    for (let angle = 0; angle < 360; angle += 5) {
      const [x, y] = [Math.cos(angle), Math.sin(angle)].map((part) => Math.round(256 + 0.41 * 512 * part));
      expect(isNear(at(x ?? 0, y ?? 0), background)).toBe(true);
    }
  });
});

test('stands on white or on dark paper if it is transparent, whichever it is visible on', async () => {
  const dark = await colorsOf('dark on nothing', 'icon-192');
  expect(dark.at(0, 0)).toBe('#ffffff');
  expect(dark.isNear(dark.at(96, 96), '#102040')).toBe(true);
  const white = await colorsOf('white on nothing', 'icon-192');
  expect([white.at(0, 0), white.at(96, 96)]).toEqual(['#161110', '#ffffff']);
});

test('has the color of its corners around it, if it has a background of its own', async () => {
  const { at, isNear } = await colorsOf('wide', 'icon-192');
  expect(isNear(at(0, 0), at(96, 96))).toBe(true);
});

test.each([
  ['square', 96],
  ['wide', 288],
  ['dark on nothing', 192],
  ['white on nothing', 96],
] as const)('the mark of one that is %s is %i pixels wide', async (name, width) => {
  expect(await readMetadata((await read(name, 'mark')).bytes)).toMatchObject({ width, height: 96 });
});

test('is drawn once, and is cacheable forever', async () => {
  const { headers } = await read('square', 'icon-32');
  expect(site.filesOf(logos.square)).toContain('icon-32.png');
  expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(headers.get('etag')).toBe(`"${logos.square}/icon-32.png"`);
  expect(headers.get('content-type')).toBe('image/png');
  const shared = await read('square', 'share');
  expect(shared.headers.get('content-type')).toBe('image/jpeg');
});

test.each(['as=', 'as=icon-33', 'as=toString', 'as=share&as=share'])(
  'rejects ?%s with 400',
  async (query) => {
    expect((await site.request(`/images/${logos.square}?${query}`)).status).toBe(400);
  },
);
