import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { createTestHost, encodedForm, errorCode, imageForm } from '../testing/host.ts';
import { png } from '../testing/hostile.ts';
import { claimedAvif, heicHeader, kinds, picture, svg } from '../testing/pictures.ts';

const MB = 1024 * 1024;
const site = await createTestHost({ limitScale: 100 });
afterAll(() => site[Symbol.asyncDispose]());

async function refusal(answer: Response): Promise<[number, string]> {
  expect([site.incoming(), await site.states()]).toEqual([[], []]);
  return [answer.status, await errorCode(answer)];
}
/** Sends forms as bytes: the runtime's own form stream fails outside every promise when it is left unread. */
async function send(body: RequestInit['body'], type?: string, more = {}): Promise<Response> {
  const headers = { Authorization: 'Bearer rahim', ...(type && { 'Content-Type': type }), ...more };
  const init = body instanceof FormData ? await encodedForm(body) : { headers, body, duplex: 'half' };
  return site.request(`/images/1/upload?key=${site.host.key}`, { method: 'POST', ...init });
}

const multipart = 'multipart/form-data; boundary=x';
const partHead = '--x\r\nContent-Disposition: form-data; name="image"; filename="a.png"\r\n\r\n';

describe('no file: 400', () => {
  const noPicture = [400, 'no-picture'];
  test('no body, or one that is no form', async () => {
    expect(await refusal(await send(null))).toEqual(noPicture);
    expect(await refusal(await send('{}', 'application/json'))).toEqual(noPicture);
  });
  test('a form without the field, or with a file in another one', async () => {
    expect(await refusal(await send(new FormData()))).toEqual(noPicture);
    expect(await refusal(await send(imageForm(await picture(), 'a.jpg', 'file')))).toEqual(noPicture);
  });
  test('a file input in which nothing was chosen', async () => {
    const form = new FormData();
    form.append('image', new Blob([]), '');
    expect(await refusal(await send(form))).toEqual(noPicture);
  });
  test('a picture as base64 text', async () => {
    const form = new FormData();
    form.append('image', `data:image/png;base64,${'A'.repeat(100_000)}`);
    const answer = await send(form);
    expect((await answer.clone().json()).error.message).toContain('as a file');
    expect(await refusal(answer)).toEqual(noPicture);
  });
  test('two pictures', async () => {
    const form = imageForm(await picture());
    form.append('image', new Blob([new Uint8Array(await picture())]), 'b.jpg');
    expect(await refusal(await send(form))).toEqual(noPicture);
  });
  test('a form that breaks off, has no boundary or is garbage', async () => {
    const broken = await send(`${partHead}abc`, multipart);
    const noBoundary = await send(`${partHead}abc`, 'multipart/form-data');
    for (const response of [broken, noBoundary, await send('abc', multipart)])
      expect(await refusal(response)).toEqual([400, 'malformed-upload']);
  });
});

describe('over 10 MB: 413', () => {
  test('a file of 11 MB, and one of a byte too much', async () => {
    for (const size of [11 * MB, 10 * MB + 1])
      expect(await refusal(await site.upload(Buffer.alloc(size, 0xff)))).toEqual([413, 'too-large']);
  });
  test('an upload that says so itself is not read at all', async () => {
    let read = false;
    const pull = () => {
      read = true;
    };
    const body = new ReadableStream({ pull }, { highWaterMark: 0 });
    const answer = await send(body, multipart, { 'Content-Length': String(11 * MB) });
    expect(await refusal(answer)).toEqual([413, 'too-large']);
    expect(read).toBe(false);
  });
  test('10 MB are still read', async () => {
    expect((await site.upload(Buffer.alloc(10 * MB))).status).toBe(415);
  });
  test('a stream that never ends is left after 10 MB', async () => {
    let sent = 0;
    const endless = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(Buffer.from(partHead)),
      pull(controller) {
        sent += 65_536;
        controller.enqueue(new Uint8Array(65_536));
      },
    });
    const answer = await send(endless, multipart);
    expect(await refusal(answer)).toEqual([413, 'too-large']);
    expect(sent).toBeLessThan(11 * MB);
  });
});

describe('a type that is not read: 415', () => {
  test.each([
    ['a drawing', svg],
    ['a drawing, packed', gzipSync(svg)],
    ['a drawing behind a byte order mark', Buffer.concat([Buffer.from('efbbbf', 'hex'), svg])],
    ['a JPEG XL', Buffer.from(`ff0a${'00'.repeat(60)}`, 'hex')],
    ['a bitmap', Buffer.from(`424d46000000000000003600000028000000${'00'.repeat(60)}`, 'hex')],
    ['a PDF', Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n')],
    ['a TIFF', Buffer.from('49492a00080000000000', 'hex')],
    ['an archive', Buffer.from('504b0304140000000000', 'hex')],
    ['a text', Buffer.from('hello')],
    ['a page', Buffer.from('<!doctype html><p>')],
  ])('%s, though it is called a JPEG', async (_, bytes) => {
    expect(await refusal(await site.upload(bytes, 'photo.jpg'))).toEqual([415, 'unsupported-picture']);
  });
  test("HEIC, with a sentence that says what an iPhone's owner can do", async () => {
    const answer = await site.upload(heicHeader, 'IMG_0001.jpg');
    expect((await answer.clone().json()).error.message).toContain('Most Compatible');
    expect(await refusal(answer)).toEqual([415, 'unsupported-picture']);
  });
});

describe('a picture that cannot be read: 422', () => {
  const unreadable = [422, 'unreadable-picture'];
  test('an empty file', async () => {
    expect(await refusal(await site.upload(new Uint8Array()))).toEqual(unreadable);
  });
  test.each(kinds)('a %s cut short', async (kind) => {
    const whole = await picture(kind, 160, 120);
    for (const part of [0.1, 0.5, 0.95])
      expect(await refusal(await site.upload(whole.subarray(0, whole.length * part)))).toEqual(unreadable);
  });
  test('the first bytes of a JPEG before a drawing', async () => {
    const bytes = Buffer.concat([Buffer.from('ffd8ff', 'hex'), svg]);
    expect(await refusal(await site.upload(bytes))).toEqual(unreadable);
  });
  test('a few bytes that claim 60,000 x 60,000 pixels', async () => {
    expect(await refusal(await site.upload(png(60_000, 60_000, 0)))).toEqual([422, 'too-many-pixels']);
  });
  test('50 megapixels are the most: one row more is refused', async () => {
    expect(await refusal(await site.upload(png(10_000, 5_001, 0)))).toEqual([422, 'too-many-pixels']);
    expect(await refusal(await site.upload(png(10_000, 5_000, 0)))).toEqual(unreadable);
  });
  test('of AVIF, which is unpacked as a whole, 16 megapixels are the most, and it is said', async () => {
    const answer = await site.upload(await claimedAvif(4_000, 4_001));
    expect((await answer.clone().json()).error.message).toContain('16 megapixels');
    expect(await refusal(answer)).toEqual([422, 'too-many-pixels']);
    expect(await refusal(await site.upload(await claimedAvif(4_000, 4_000)))).toEqual(unreadable);
  });
});

test('garbage never gets a 5xx, and leaves nothing behind', async () => {
  const wholes = await Promise.all(kinds.map((kind) => picture(kind, 40, 30)));
  const spoilt = fc
    .tuple(fc.constantFrom(...wholes), fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 20 }))
    .map(([whole, changes]) => {
      const bytes = Uint8Array.from(whole);
      for (const [at, value] of changes) bytes[at % bytes.length] = value;
      return bytes;
    });
  const headed = fc
    .tuple(fc.constantFrom(...wholes), fc.nat(60), fc.uint8Array({ maxLength: 500 }))
    .map(([whole, kept, rest]) => Buffer.concat([whole.subarray(0, kept), rest]));
  const body = fc.oneof(fc.uint8Array({ maxLength: 2000 }), spoilt, headed);
  await fc.assert(
    fc.asyncProperty(body, fc.string(), async (bytes, name) => {
      const answer = await site.upload(bytes, name);
      expect(answer.status).toBeLessThan(500);
      expect(site.incoming()).toEqual([]);
    }),
    { numRuns: 150 },
  );
});

test('a garbled form never gets a 5xx', async () => {
  const header = 'Content-Disposition: form-data; name="image"';
  const pieces = ['--x', '--x--', '\r\n', '\r\n\r\n', header, '; filename="a"'];
  const body = fc
    .array(fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: 'binary' })))
    .map((all) => all.join(''));
  await fc.assert(
    fc.asyncProperty(body, async (text) => {
      const answer = await send(text, multipart);
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.status).toBeLessThan(500);
      expect(site.incoming()).toEqual([]);
    }),
    { numRuns: 150 },
  );
});
