import { describe, expect, test, vi } from 'vitest';
import type { CanvasApi } from './draw.ts';
import { preparePicture } from './prepare.ts';

const megabyte = 1024 * 1024;
const headers = {
  jpeg: '\xff\xd8\xff\xe0',
  camera: '\xff\xd8\xff\xe1..Exif\0\0',
  png: '\x89PNG\r\n\x1a\n',
  webp: 'RIFF\0\0\0\0WEBPVP8 ',
  gif: 'GIF89a',
  avif: '\0\0\0\x14ftypavif....mif1',
  heic: '\0\0\0\x14ftypheic....mif1',
};
const file = (kind: keyof typeof headers, bytes = 1000, name = `a.${kind}`) => {
  const header = Uint8Array.from(headers[kind], (character) => character.charCodeAt(0));
  return new File([header, new Uint8Array(Math.max(0, bytes - header.length))], name, {
    type: `image/${kind}`,
  });
};

/** Creates a canvas API that draws a picture of the given size, alpha and encoded bytes. */
function createCanvasApi(
  options: {
    width?: number;
    height?: number;
    alpha?: number;
    bytes?: number;
    fails?: boolean;
    /** The pixel that the canvas returns instead of the drawn one. */
    noise?: readonly number[];
  } = {},
) {
  const { width = 800, height = 600, alpha = 255, bytes = 500_000, fails, noise } = options;
  const close = vi.fn();
  const canvasSizes: string[] = [];
  let pixel = [0, 0, 0, 0];
  const context = {
    fillStyle: '',
    fillRect() {
      pixel = [...(context.fillStyle.match(/\d+/g) ?? []).map(Number), 255];
    },
    clearRect() {
      pixel = [0, 0, 0, 0];
    },
    drawImage() {
      pixel = [9, 9, 9, alpha];
    },
    getImageData: () => ({ data: noise ?? pixel }),
  };
  const canvasApi: CanvasApi = {
    decode: async () => ({ width, height, source: {} as CanvasImageSource, close }),
    createCanvas: (w, h) => {
      canvasSizes.push(`${w}x${h}`);
      if (fails) throw new Error('no canvas of that size');
      const toFile = async (type: string) => new Blob([new Uint8Array(bytes)], { type });
      return { context: context as unknown as CanvasRenderingContext2D, toFile };
    },
  };
  return { canvasApi, close, canvasSizes };
}
const failingDecoder: CanvasApi = {
  ...createCanvasApi().canvasApi,
  decode: () => Promise.reject(new Error('cannot decode')),
};

const prepared = async (picture: File, canvasApi: CanvasApi) => {
  const outcome = await preparePicture(picture, canvasApi);
  if (!('prepared' in outcome)) throw new Error(`rejected: ${outcome.rejected}`);
  return outcome.prepared;
};

describe('a picture larger than needed', () => {
  test('is reduced to 2560 px and keeps its name', async () => {
    const { canvasApi, close, canvasSizes } = createCanvasApi({ width: 4000, height: 3000 });
    const sent = await prepared(file('jpeg', 5 * megabyte, 'camp.jpeg'), canvasApi);
    expect(sent).toMatchObject({ width: 2560, height: 1920 });
    expect(sent.file).toMatchObject({ name: 'camp.jpeg', type: 'image/jpeg', size: 500_000 });
    expect(canvasSizes).toEqual(['192x144', '2560x1920']);
    expect(close).toHaveBeenCalledOnce();
  });

  test('keeps its transparency', async () => {
    const wide = { width: 4000, height: 3000 };
    const transparent = await prepared(file('png'), createCanvasApi({ ...wide, alpha: 0 }).canvasApi);
    expect(transparent.file).toMatchObject({ name: 'a.webp', type: 'image/webp' });
    const opaque = await prepared(file('png'), createCanvasApi(wide).canvasApi);
    expect(opaque.file).toMatchObject({ name: 'a.jpg', type: 'image/jpeg' });
  });

  test('is sent unchanged when it cannot be drawn or would not get smaller', async () => {
    const original = file('jpeg', 2 * megabyte);
    const failing = createCanvasApi({ width: 4000, fails: true });
    expect((await prepared(original, failing.canvasApi)).file).toBe(original);
    expect(failing.close).toHaveBeenCalledOnce();
    expect((await prepared(original, createCanvasApi({ bytes: 2 * megabyte }).canvasApi)).file).toBe(
      original,
    );
  });

  test.each([
    ['white', [255, 255, 255, 255]],
    ['noise', [17, 201, 44, 90]],
  ])('is sent unchanged when the canvas returns %s', async (_, noise) => {
    const original = file('camera', 2 * megabyte);
    expect(await prepared(original, createCanvasApi({ width: 4000, noise }).canvasApi)).toEqual({
      file: original,
      width: 4000,
      height: 600,
    });
  });

  test('is rejected when it is still larger than 10 MB', async () => {
    const hugeFile = file('jpeg', 11 * megabyte);
    expect(await preparePicture(hugeFile, createCanvasApi({ fails: true }).canvasApi)).toEqual({
      rejected: 'large',
    });
    expect((await prepared(hugeFile, createCanvasApi().canvasApi)).file.size).toBe(500_000);
    expect(await preparePicture(file('gif', 11 * megabyte), createCanvasApi().canvasApi)).toEqual({
      rejected: 'large',
    });
  });
});

test('a small picture is sent unchanged, unless it has camera metadata', async () => {
  const small = file('jpeg');
  expect((await prepared(small, createCanvasApi().canvasApi)).file).toBe(small);
  expect((await prepared(file('camera'), createCanvasApi({ bytes: 4000 }).canvasApi)).file.size).toBe(4000);
});

test.each([
  ['jpeg', 'http://ns.adobe.com/xap/1.0/'],
  ['png', 'eXIf'],
  ['png', 'iTXtXML:com.adobe.xmp'],
  ['png', 'zTXtRaw profile type exif'],
  ['webp', 'EXIF'],
  ['webp', 'XMP '],
  ['avif', 'infe\0\0Exif'],
  ['avif', 'mime\0application/rdf+xml'],
] as const)('a small %s with %j anywhere is redrawn', async (kind, mark) => {
  // The mark begins at the end of the first part that is searched.
  const small = new File([file(kind, megabyte - 2), mark, new Uint8Array(900)], `a.${kind}`);
  const { file: sent } = await prepared(small, createCanvasApi({ bytes: 4000 }).canvasApi);
  expect(sent.size).toBe(4000);
  const plain = file(kind, megabyte);
  expect((await prepared(plain, createCanvasApi({ bytes: 4000_000 }).canvasApi)).file).toBe(plain);
});

test('an animation is sent unchanged at any width', async () => {
  const animation = file('gif', 3 * megabyte);
  expect((await prepared(animation, createCanvasApi({ width: 4000 }).canvasApi)).file).toBe(animation);
});

test('a HEIC photo is converted to JPEG when the browser can decode it', async () => {
  const { file: sent } = await prepared(file('heic', 900, 'IMG_1.HEIC'), createCanvasApi().canvasApi);
  expect(sent).toMatchObject({ name: 'IMG_1.jpg', type: 'image/jpeg' });
});

describe('rejected files', () => {
  test.each([
    ['an empty file', new File([], 'a.jpg'), 'empty'],
    ['a text file', new File(['words'], 'a.jpg', { type: 'image/jpeg' }), 'type'],
    ['a damaged picture', file('jpeg'), 'unreadable'],
    ['a HEIC photo that the browser cannot decode', file('heic'), 'heic'],
    ['an AVIF of 11 MB that the browser cannot decode', file('avif', 11 * megabyte), 'large'],
  ])('rejects %s', async (_, picture, rejected) => {
    expect(await preparePicture(picture, failingDecoder)).toEqual({ rejected });
  });

  test('rejects a folder, which cannot be read', async () => {
    const folder = Object.assign(file('jpeg'), {
      slice: () => ({ arrayBuffer: () => Promise.reject(new Error()) }),
    });
    expect(await preparePicture(folder as unknown as File, failingDecoder)).toEqual({
      rejected: 'unreadable',
    });
  });
});

test('sends an AVIF that the browser cannot decode, for the host to check', async () => {
  const avif = file('avif');
  expect((await prepared(avif, failingDecoder)).file).toBe(avif);
});
