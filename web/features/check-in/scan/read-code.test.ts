import { expect, test, vi } from 'vitest';
import { createCodeReader, preloadDecoder } from './read-code.ts';

const decoder = vi.hoisted(() => ({ loads: 0 }));
vi.mock('./decode-frame.ts', () => {
  decoder.loads += 1;
  return { decodeFrame: () => 'read by our decoder' };
});

const video = { videoWidth: 640, videoHeight: 480 } as HTMLVideoElement;

/** Stubs a browser whose detector reads these formats. */
function createBrowser(formats: string[], detect = async () => [{ rawValue: 'read by the browser' }]) {
  class BarcodeDetector {
    static getSupportedFormats = async () => formats;
    detect = detect;
  }
  vi.stubGlobal('BarcodeDetector', BarcodeDetector);
  const context = { drawImage: () => {}, getImageData: () => ({}) };
  vi.stubGlobal('document', { createElement: () => ({ getContext: () => context }) });
}

test('our decoder is loaded while there is a connection, even if the browser has a detector', async () => {
  createBrowser(['qr_code']);
  await preloadDecoder();
  expect(decoder.loads).toBe(1);
});

test('a frame that the detector rejects is read by our decoder, the next one by the detector', async () => {
  const detect = vi
    .fn(async () => [{ rawValue: 'read by the browser' }])
    .mockRejectedValueOnce(new DOMException('', 'NotSupportedError'));
  createBrowser(['qr_code'], detect);
  const readCode = await createCodeReader();
  expect([await readCode(video), await readCode(video)]).toEqual([
    'read by our decoder',
    'read by the browser',
  ]);
});

test.each([
  ['has no formats', []],
  ['reads no QR codes', ['ean_13']],
])('a browser whose detector %s uses our decoder', async (_, formats) => {
  createBrowser(formats);
  expect(await (await createCodeReader())(video)).toBe('read by our decoder');
});
