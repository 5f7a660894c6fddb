import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { createTestHost, errorCode } from '../testing/host.ts';
import {
  packedChunk,
  phonePhoto,
  pictureWithManyFrames,
  pictureWithManyScans,
  pictureWithMetadata,
  png,
  polyglots,
  secret,
  withSegments,
} from '../testing/hostile.ts';
import { facts, kinds, picture } from '../testing/pictures.ts';

const MB = 1024 * 1024;
const accepts = ['image/avif', 'image/webp', 'image/jpeg', '*/*'];

const site = await createTestHost({ limitScale: 100 });
afterAll(() => site[Symbol.asyncDispose]());

const rows = async () => (await site.states()).length;

/** Taken, or refused with a clear 4xx, no row and no file. */
async function verdict(bytes: Uint8Array, name?: string): Promise<[status: number, code: string]> {
  const before = await rows();
  const answer = await site.upload(bytes, name);
  expect(site.incoming()).toEqual([]);
  expect(await rows()).toBe(before + (answer.status === 200 ? 1 : 0));
  if (answer.status === 200) return [200, (await answer.json()).data.id];
  expect(answer.status).toBeGreaterThanOrEqual(400);
  expect(answer.status).toBeLessThan(500);
  return [answer.status, await errorCode(answer)];
}

/** Every form in which a picture leaves the host. */
async function everything(id: string): Promise<Buffer[]> {
  const all: Buffer[] = [];
  for (const query of ['', '?w=162', '?w=162&auto=format'])
    for (const accept of accepts) {
      const answer = await site.request(`/images/${id}${query}`, { headers: { Accept: accept } });
      expect(answer.status).toBe(200);
      all.push(Buffer.from(await answer.arrayBuffer()));
    }
  return all;
}

async function saysNothing(id: string): Promise<void> {
  for (const bytes of await everything(id)) {
    expect(bytes.includes(secret)).toBe(false);
    const { exif, xmp, icc, iptc, tifftagPhotoshop, comments, orientation } = await facts(bytes);
    expect({ exif, xmp, icc, iptc, tifftagPhotoshop, comments, orientation }).toEqual({});
  }
}

describe('a file that unpacks to much more than it is', () => {
  test('is taken as long as it is a picture of at most 50 megapixels', async () => {
    const [status, id] = await verdict(png(7000, 7000, 7001 * 7000));
    expect(status).toBe(200);
    expect(await facts((await everything(id))[0] as Buffer)).toMatchObject({ width: 2560 });
  });
  test.each([
    ['rows behind the last one', () => png(20, 20, 64 * MB)],
    ['a text', () => png(20, 20, 21 * 20, [packedChunk('zTXt', 200 * MB)])],
    ['a profile', () => png(20, 20, 21 * 20, [packedChunk('iCCP', 200 * MB)])],
    ['a thousand texts', () => png(20, 20, 21 * 20, Array<Buffer>(1000).fill(packedChunk('zTXt', MB)))],
  ])('loses %s, or is refused', async (_, make) => {
    const [status, id] = await verdict(make());
    if (status === 200) await saysNothing(id);
    else expect(status).toBe(422);
  });
  test('keeps the first of 2,000 frames', async () => {
    const [status, id] = await verdict(await pictureWithManyFrames(100, 2000));
    expect(status).toBe(200);
    const all = await Promise.all((await everything(id)).map(facts));
    expect(all.map(({ pages = 1, height }) => [pages, height])).toEqual(all.map(() => [1, 100]));
  });
  test('loses 5 MB of Exif, profiles and comments', async () => {
    const full = Buffer.alloc(65_000, secret);
    const photo = await picture('jpeg', 40, 30);
    for (const marker of [0xe1, 0xe2, 0xed, 0xfe]) {
      const [status, id] = await verdict(withSegments(photo, Array(80).fill([marker, full])));
      expect(status).toBe(200);
      await saysNothing(id);
    }
  });
  // Each scan is a few bytes and a drawing of 16 megapixels; what is drawn twice is damaged.
  test('is not drawn a thousand times over', async () => {
    expect(await verdict(await pictureWithManyScans(4000, 1000))).toEqual([422, 'unreadable-picture']);
  });
});

test('nothing of the other half of a file of two kinds is served', async () => {
  for (const [what, bytes] of Object.entries(await polyglots())) {
    expect(bytes.includes(secret), what).toBe(true);
    const [status, id] = await verdict(bytes, 'page.html');
    expect(status, what).toBe(200);
    await saysNothing(id);
  }
});

test.each([
  ['a phone', phonePhoto],
  ['a camera, an editor and an agency', pictureWithMetadata],
])('no word of place or owner that %s wrote is served, in no format', async (_, make) => {
  const photo = await make();
  expect(Buffer.from(photo).includes(secret)).toBe(true);
  const [status, id] = await verdict(photo);
  expect(status).toBe(200);
  await saysNothing(id);
});

test('a picture cut short anywhere is refused, or shows the whole of itself', async () => {
  const wholes = await Promise.all(kinds.map((kind) => picture(kind, 48, 32)));
  const cut = fc.tuple(
    fc.constantFrom(...wholes),
    fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
  );
  await fc.assert(
    fc.asyncProperty(cut, async ([whole, part]) => {
      const [status, id] = await verdict(whole.subarray(0, Math.floor(whole.length * part)));
      if (status === 200)
        expect(await facts((await everything(id))[0] as Buffer)).toMatchObject({ width: 48 });
    }),
    { numRuns: 60 },
  );
});

test('a photo spoilt at random is refused, or served without a word of its metadata', async () => {
  const photo = await pictureWithMetadata();
  const changes = fc.array(fc.tuple(fc.nat(photo.length - 1), fc.nat(255)), { minLength: 1, maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(changes, async (all) => {
      const bytes = Buffer.from(photo);
      for (const [at, value] of all) bytes[at] = value;
      const [status, id] = await verdict(bytes);
      if (status === 200) await saysNothing(id);
    }),
    { numRuns: 30 },
  );
});

test.each([
  ['upwards', '../../../../etc/passwd.jpg', 'passwd'],
  ['upwards, escaped', '%2e%2e%2fsecret.jpg', '%2e%2e%2fsecret'],
  ['with a backslash', '..\\..\\boot.jpg', 'boot'],
  ['very long', `${'a'.repeat(4000)}.jpg`, 'a'.repeat(100)],
  ['in both directions', 'gpj.\u202eoh\u2066to.jpg', 'gpj.ohto'],
  ['of nothing but dots', '...', 'photo'],
])('a file name that leads %s is a title at most', async (_, name, title) => {
  const data = await site.uploaded(await picture('png', 20, 20), name);
  expect(data.title).toBe(title);
  expect(data.url).toBe(`http://localhost:3000/images/${data.id}`);
  expect(data.image.filename).toBe(`${data.id}.jpg`);
});
