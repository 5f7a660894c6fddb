import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { createTestHost, encodedForm, errorCode, imageForm } from '../testing/host.ts';
import { createDeepPng, createGrayPng } from '../testing/hostile.ts';
import { claimedAvif, heicHeader, picture, svg, uploadFormats } from '../testing/pictures.ts';

const MB = 1024 * 1024;
const site = await createTestHost({ limitScale: 100 });
afterAll(() => site[Symbol.asyncDispose]());

async function errorOf(response: Response): Promise<[number, string]> {
  expect([site.incoming(), await site.states()]).toEqual([[], []]);
  return [response.status, await errorCode(response)];
}
/** Sends forms as bytes, because an unread form stream of the runtime rejects outside every promise. */
async function send(body: RequestInit['body'], type?: string, more = {}): Promise<Response> {
  const headers = { Authorization: 'Bearer rahim', ...(type && { 'Content-Type': type }), ...more };
  const init = body instanceof FormData ? await encodedForm(body) : { headers, body, duplex: 'half' };
  return site.request(`/images/1/upload?key=${site.host.key}`, { method: 'POST', ...init });
}

const multipart = 'multipart/form-data; boundary=x';
const partHead = '--x\r\nContent-Disposition: form-data; name="image"; filename="a.png"\r\n\r\n';

describe('no file: 400', () => {
  const noPicture = [400, 'no-picture'];
  test.each<[string, () => Promise<Response>]>([
    ['a missing body', () => send(null)],
    ['a body that is not a form', () => send('{}', 'application/json')],
    ['a form without the field', () => send(new FormData())],
    ['a form with a file in another field', async () => send(imageForm(await picture(), 'a.jpg', 'file'))],
    ['a file input without a file', () => send(imageForm(new Uint8Array(), ''))],
  ])('rejects %s', async (_, upload) => {
    expect(await errorOf(await upload())).toEqual(noPicture);
  });
  test('rejects a picture as base64 text', async () => {
    const form = new FormData();
    form.append('image', `data:image/png;base64,${'A'.repeat(100_000)}`);
    const response = await send(form);
    expect((await response.clone().json()).error.message).toContain('as a file');
    expect(await errorOf(response)).toEqual(noPicture);
  });
  test('rejects two pictures', async () => {
    const form = imageForm(await picture());
    form.append('image', new Blob([new Uint8Array(await picture())]), 'b.jpg');
    expect(await errorOf(await send(form))).toEqual(noPicture);
  });
  test('rejects an incomplete form, one without a boundary, and garbage', async () => {
    const broken = await send(`${partHead}abc`, multipart);
    const noBoundary = await send(`${partHead}abc`, 'multipart/form-data');
    for (const response of [broken, noBoundary, await send('abc', multipart)])
      expect(await errorOf(response)).toEqual([400, 'malformed-upload']);
  });
});

describe('over 10 MB: 413', () => {
  test('rejects a file of 11 MB, and one that is a byte too large', async () => {
    for (const size of [11 * MB, 10 * MB + 1])
      expect(await errorOf(await site.upload(Buffer.alloc(size, 0xff)))).toEqual([413, 'too-large']);
  });
  test('does not read an upload whose Content-Length is too large', async () => {
    let read = false;
    const pull = () => {
      read = true;
    };
    const body = new ReadableStream({ pull }, { highWaterMark: 0 });
    const response = await send(body, multipart, { 'Content-Length': String(11 * MB) });
    expect(await errorOf(response)).toEqual([413, 'too-large']);
    expect(read).toBe(false);
  });
  test('reads 10 MB', async () => {
    expect((await site.upload(Buffer.alloc(10 * MB))).status).toBe(415);
  });
  test('stops reading an endless stream after 10 MB', async () => {
    let sentBytes = 0;
    const endless = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(Buffer.from(partHead)),
      pull(controller) {
        sentBytes += 65_536;
        controller.enqueue(new Uint8Array(65_536));
      },
    });
    const response = await send(endless, multipart);
    expect(await errorOf(response)).toEqual([413, 'too-large']);
    expect(sentBytes).toBeLessThan(11 * MB);
  });
});

describe('an unsupported type: 415', () => {
  test.each([
    ['a drawing', svg],
    ['a compressed drawing', gzipSync(svg)],
    ['a drawing after a byte order mark', Buffer.concat([Buffer.from('efbbbf', 'hex'), svg])],
    ['a JPEG XL', Buffer.from(`ff0a${'00'.repeat(60)}`, 'hex')],
    ['a bitmap', Buffer.from(`424d46000000000000003600000028000000${'00'.repeat(60)}`, 'hex')],
    ['a PDF', Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n')],
    ['a TIFF', Buffer.from('49492a00080000000000', 'hex')],
    ['an archive', Buffer.from('504b0304140000000000', 'hex')],
    ['a text', Buffer.from('hello')],
    ['a page', Buffer.from('<!doctype html><p>')],
  ])('rejects %s named as a JPEG', async (_, bytes) => {
    expect(await errorOf(await site.upload(bytes, 'photo.jpg'))).toEqual([415, 'unsupported-picture']);
  });
  test('rejects HEIC with advice for iPhone users', async () => {
    const response = await site.upload(heicHeader, 'IMG_0001.jpg');
    expect((await response.clone().json()).error.message).toContain('Most Compatible');
    expect(await errorOf(response)).toEqual([415, 'unsupported-picture']);
  });
});

describe('an unreadable picture: 422', () => {
  const unreadable = [422, 'unreadable-picture'];
  const tooManyPixels = [422, 'too-many-pixels'];
  test('rejects an empty file', async () => {
    expect(await errorOf(await site.upload(new Uint8Array()))).toEqual(unreadable);
  });
  test.each(uploadFormats)('rejects a truncated %s', async (kind) => {
    const complete = await picture(kind, 160, 120);
    for (const part of [0.1, 0.5, 0.95])
      expect(await errorOf(await site.upload(complete.subarray(0, complete.length * part)))).toEqual(
        unreadable,
      );
  });
  test('rejects a drawing after the first bytes of a JPEG', async () => {
    const bytes = Buffer.concat([Buffer.from('ffd8ff', 'hex'), svg]);
    expect(await errorOf(await site.upload(bytes))).toEqual(unreadable);
  });
  test('rejects more than 50.5 megapixels, which a few bytes can claim', async () => {
    for (const [width, height] of [
      [60_000, 60_000],
      [10_000, 5_051],
    ] as const)
      expect(await errorOf(await site.upload(createGrayPng(width, height, 0)))).toEqual(tooManyPixels);
    expect(await errorOf(await site.upload(createGrayPng(10_000, 5_050, 0)))).toEqual(unreadable);
  });
  test('rejects 49 megapixels with 16 bits per color, which would take 294 MB, and says what to do', async () => {
    const response = await site.upload(createDeepPng(7_000, 7_000, 0));
    expect((await response.clone().json()).error.message).toContain('Save it as a JPEG');
    expect(await errorOf(response)).toEqual(tooManyPixels);
  });
  test('rejects an AVIF of more than 16 megapixels, with that limit in the message', async () => {
    const response = await site.upload(await claimedAvif(4_000, 4_001));
    expect((await response.clone().json()).error.message).toContain('16 megapixels');
    expect(await errorOf(response)).toEqual(tooManyPixels);
    expect(await errorOf(await site.upload(await claimedAvif(4_000, 4_000)))).toEqual(unreadable);
  });
});

test('never responds 5xx to garbage, and leaves nothing behind', async () => {
  const wholes = await Promise.all(uploadFormats.map((kind) => picture(kind, 40, 30)));
  const damaged = fc
    .tuple(fc.constantFrom(...wholes), fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 20 }))
    .map(([complete, changes]) => {
      const bytes = Uint8Array.from(complete);
      for (const [at, value] of changes) bytes[at % bytes.length] = value;
      return bytes;
    });
  const withPictureHeader = fc
    .tuple(fc.constantFrom(...wholes), fc.nat(60), fc.uint8Array({ maxLength: 500 }))
    .map(([complete, length, rest]) => Buffer.concat([complete.subarray(0, length), rest]));
  const body = fc.oneof(fc.uint8Array({ maxLength: 2000 }), damaged, withPictureHeader);
  await fc.assert(
    fc.asyncProperty(body, fc.string(), async (bytes, name) => {
      const response = await site.upload(bytes, name);
      expect(response.status).toBeLessThan(500);
      expect(site.incoming()).toEqual([]);
    }),
    { numRuns: 150 },
  );
});

test('never responds 5xx to a garbled form', async () => {
  const header = 'Content-Disposition: form-data; name="image"';
  const pieces = ['--x', '--x--', '\r\n', '\r\n\r\n', header, '; filename="a"'];
  const body = fc
    .array(fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: 'binary' })))
    .map((all) => all.join(''));
  await fc.assert(
    fc.asyncProperty(body, async (text) => {
      const response = await send(text, multipart);
      expect(response.status).toBeGreaterThanOrEqual(400);
      expect(response.status).toBeLessThan(500);
      expect(site.incoming()).toEqual([]);
    }),
    { numRuns: 150 },
  );
});
