import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { createTestHost, errorCode } from '../testing/host.ts';
import {
  canary,
  compressedChunk,
  createDeepPng,
  createGrayPng,
  phonePhoto,
  pictureWithManyFrames,
  pictureWithManyScans,
  pictureWithMetadata,
  polyglots,
  withSegments,
} from '../testing/hostile.ts';
import { flatJpeg, picture, readMetadata } from '../testing/pictures.ts';

const MB = 1024 * 1024;
const accepts = ['image/avif', 'image/webp', 'image/jpeg', '*/*'];

const site = await createTestHost({ limitScale: 100 });
afterAll(() => site[Symbol.asyncDispose]());

const rows = async () => (await site.states()).length;

/** Uploads the file, which must be accepted, or rejected with a clear 4xx and without a row or a file. */
async function uploadOutcome(bytes: Uint8Array, name?: string): Promise<[status: number, code: string]> {
  const before = await rows();
  const response = await site.upload(bytes, name);
  expect(site.incoming()).toEqual([]);
  expect(await rows()).toBe(before + (response.status === 200 ? 1 : 0));
  if (response.status === 200) return [200, (await response.json()).data.id];
  expect(response.status).toBeGreaterThanOrEqual(400);
  expect(response.status).toBeLessThan(500);
  return [response.status, await errorCode(response)];
}

/** Returns the picture in every format that the host serves. */
async function everyVariant(id: string): Promise<Buffer[]> {
  const all: Buffer[] = [];
  for (const query of ['', '?w=162', '?w=162&auto=format'])
    for (const accept of accepts) {
      const response = await site.request(`/images/${id}${query}`, { headers: { Accept: accept } });
      expect(response.status).toBe(200);
      all.push(Buffer.from(await response.arrayBuffer()));
    }
  return all;
}

async function expectNoMetadata(id: string): Promise<void> {
  for (const bytes of await everyVariant(id)) {
    expect(bytes.includes(canary)).toBe(false);
    const { exif, xmp, icc, iptc, tifftagPhotoshop, comments, orientation } = await readMetadata(bytes);
    expect({ exif, xmp, icc, iptc, tifftagPhotoshop, comments, orientation }).toEqual({});
  }
}

describe('a file that expands to much more than its size', () => {
  test.each([
    ['a PNG of 49 megapixels', async () => createGrayPng(7000, 7000, 7001 * 7000)],
    ['a photo of a phone with 50.1 megapixels', () => flatJpeg(8160, 6144)],
    ['an interlaced PNG of 12 megapixels with 16 bits per color', async () => createDeepPng(4000, 3000)],
  ])('is accepted if it is %s', async (_, make) => {
    const [status, id] = await uploadOutcome(await make());
    expect(status).toBe(200);
    expect(await readMetadata((await everyVariant(id))[0] as Buffer)).toMatchObject({ width: 2560 });
  });
  test.each([
    ['rows after the last one', () => createGrayPng(20, 20, 64 * MB)],
    ['a text', () => createGrayPng(20, 20, 21 * 20, [compressedChunk('zTXt', 200 * MB)])],
    ['a profile', () => createGrayPng(20, 20, 21 * 20, [compressedChunk('iCCP', 200 * MB)])],
    [
      'a thousand texts',
      () => createGrayPng(20, 20, 21 * 20, Array<Buffer>(1000).fill(compressedChunk('zTXt', MB))),
    ],
  ])('loses %s or is rejected', async (_, make) => {
    const [status, id] = await uploadOutcome(make());
    if (status === 200) await expectNoMetadata(id);
    else expect(status).toBe(422);
  });
  test('keeps only the first of 2,000 frames', async () => {
    const [status, id] = await uploadOutcome(await pictureWithManyFrames(100, 2000));
    expect(status).toBe(200);
    const all = await Promise.all((await everyVariant(id)).map(readMetadata));
    expect(all.map(({ pages = 1, height }) => [pages, height])).toEqual(all.map(() => [1, 100]));
  });
  test('loses 5 MB of Exif, profiles and comments', async () => {
    const full = Buffer.alloc(65_000, canary);
    const photo = await picture('jpeg', 40, 30);
    for (const marker of [0xe1, 0xe2, 0xed, 0xfe]) {
      const [status, id] = await uploadOutcome(withSegments(photo, Array(80).fill([marker, full])));
      expect(status).toBe(200);
      await expectNoMetadata(id);
    }
  });
  // Each scan has a few bytes and draws 16 megapixels. A repeated scan counts as damage.
  test('is rejected with a thousand repeated scans', async () => {
    expect(await uploadOutcome(await pictureWithManyScans(4000, 1000))).toEqual([422, 'unreadable-picture']);
  });
});

test('serves nothing of the non-image part of a polyglot file', async () => {
  for (const [kind, bytes] of Object.entries(await polyglots())) {
    expect(bytes.includes(canary), kind).toBe(true);
    const [status, id] = await uploadOutcome(bytes, 'page.html');
    expect(status, kind).toBe(200);
    await expectNoMetadata(id);
  }
});

test.each([
  ['a phone', phonePhoto],
  ['a camera, an editor and an agency', pictureWithMetadata],
])('serves no location or owner that %s wrote, in any format', async (_, make) => {
  const photo = await make();
  expect(Buffer.from(photo).includes(canary)).toBe(true);
  const [status, id] = await uploadOutcome(photo);
  expect(status).toBe(200);
  await expectNoMetadata(id);
});

test('rejects a randomly damaged photo or serves it without metadata', async () => {
  const photo = await pictureWithMetadata();
  const changes = fc.array(fc.tuple(fc.nat(photo.length - 1), fc.nat(255)), { minLength: 1, maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(changes, async (replacements) => {
      const bytes = Buffer.from(photo);
      for (const [offset, value] of replacements) bytes[offset] = value;
      const [status, id] = await uploadOutcome(bytes);
      if (status === 200) await expectNoMetadata(id);
    }),
    { numRuns: 30 },
  );
});

test.each([
  ['that leads to a parent folder', '../../../../etc/passwd.jpg', 'passwd'],
  ['that leads to a parent folder, percent-encoded', '%2e%2e%2fsecret.jpg', '%2e%2e%2fsecret'],
  ['with backslashes', '..\\..\\boot.jpg', 'boot'],
  ['of 4,000 characters', `${'a'.repeat(4000)}.jpg`, 'a'.repeat(100)],
  ['with bidirectional control characters', 'gpj.\u202eoh\u2066to.jpg', 'gpj.ohto'],
  ['of dots only', '...', 'photo'],
])('uses a file name %s only for the title', async (_, name, title) => {
  const data = await site.uploadPicture(await picture('png', 20, 20), name);
  expect(data.title).toBe(title);
  expect(data.url).toBe(`http://localhost:3000/images/${data.id}`);
  expect(data.image.filename).toBe(`${data.id}.jpg`);
});
