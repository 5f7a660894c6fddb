import { describe, expect, test, vi } from 'vitest';
import type { CanvasApi } from './draw.ts';
import { preparePicture } from './prepare.ts';

const megabyte = 1024 * 1024;
const heads = {
  jpeg: '\xff\xd8\xff\xe0',
  camera: '\xff\xd8\xff\xe1..Exif\0\0',
  png: '\x89PNG\r\n\x1a\n',
  gif: 'GIF89a',
  avif: '\0\0\0\x14ftypavif....mif1',
  heic: '\0\0\0\x14ftypheic....mif1',
};
const file = (kind: keyof typeof heads, bytes = 1000, name = `a.${kind}`) => {
  const head = Uint8Array.from(heads[kind], (letter) => letter.charCodeAt(0));
  return new File([head, new Uint8Array(Math.max(0, bytes - head.length))], name, { type: `image/${kind}` });
};

/** Draws what `given` says: how large the picture is, what may be seen through, how many bytes come out. */
function studioOf(
  given: {
    width?: number;
    height?: number;
    alpha?: number;
    bytes?: number;
    fails?: boolean;
    /** What its canvas gives back of whatever is drawn there. */
    noise?: readonly number[];
  } = {},
) {
  const { width = 800, height = 600, alpha = 255, bytes = 500_000, fails, noise } = given;
  const close = vi.fn();
  const sheets: string[] = [];
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
  const studio: CanvasApi = {
    decode: async () => ({ width, height, source: {} as CanvasImageSource, close }),
    sheet: (w, h) => {
      sheets.push(`${w}x${h}`);
      if (fails) throw new Error('no canvas of that size');
      const toFile = async (type: string) => new Blob([new Uint8Array(bytes)], { type });
      return { context: context as unknown as CanvasRenderingContext2D, toFile };
    },
  };
  return { studio, close, sheets };
}
const blind: CanvasApi = { ...studioOf().studio, decode: () => Promise.reject(new Error('cannot decode')) };

const prepared = async (given: File, studio: CanvasApi) => {
  const outcome = await preparePicture(given, studio);
  if (!('prepared' in outcome)) throw new Error(`refused: ${outcome.refused}`);
  return outcome.prepared;
};

describe('a picture that is larger than needed', () => {
  test('is drawn no wider than 2560 px, under its own name', async () => {
    const { studio, close, sheets } = studioOf({ width: 4000, height: 3000 });
    const sent = await prepared(file('jpeg', 5 * megabyte, 'camp.jpeg'), studio);
    expect(sent).toMatchObject({ width: 2560, height: 1920 });
    expect(sent.file).toMatchObject({ name: 'camp.jpeg', type: 'image/jpeg', size: 500_000 });
    expect(sheets).toEqual(['192x144', '2560x1920']);
    expect(close).toHaveBeenCalledOnce();
  });

  test('stays transparent where it is', async () => {
    const wide = { width: 4000, height: 3000 };
    const seen = await prepared(file('png'), studioOf({ ...wide, alpha: 0 }).studio);
    expect(seen.file).toMatchObject({ name: 'a.webp', type: 'image/webp' });
    const full = await prepared(file('png'), studioOf(wide).studio);
    expect(full.file).toMatchObject({ name: 'a.jpg', type: 'image/jpeg' });
  });

  test('goes as it is where it cannot be drawn, or is no lighter for it', async () => {
    const given = file('jpeg', 2 * megabyte);
    const failing = studioOf({ width: 4000, fails: true });
    expect((await prepared(given, failing.studio)).file).toBe(given);
    expect(failing.close).toHaveBeenCalledOnce();
    expect((await prepared(given, studioOf({ bytes: 2 * megabyte }).studio)).file).toBe(given);
  });

  test.each([
    ['white', [255, 255, 255, 255]],
    ['noise', [17, 201, 44, 90]],
  ])('goes as it is where the canvas gives %s for what is drawn', async (_, noise) => {
    const given = file('camera', 2 * megabyte);
    expect(await prepared(given, studioOf({ width: 4000, noise }).studio)).toEqual({
      file: given,
      width: 4000,
      height: 600,
    });
  });

  test('is refused where it is still over 10 MB', async () => {
    const huge = file('jpeg', 11 * megabyte);
    expect(await preparePicture(huge, studioOf({ fails: true }).studio)).toEqual({ refused: 'large' });
    expect((await prepared(huge, studioOf().studio)).file.size).toBe(500_000);
    expect(await preparePicture(file('gif', 11 * megabyte), studioOf().studio)).toEqual({ refused: 'large' });
  });
});

test('a small picture goes as it is, unless it tells of its camera', async () => {
  const small = file('jpeg');
  expect((await prepared(small, studioOf().studio)).file).toBe(small);
  expect((await prepared(file('camera'), studioOf({ bytes: 4000 }).studio)).file.size).toBe(4000);
});

test('a moving picture goes as it is, however wide', async () => {
  const moving = file('gif', 3 * megabyte);
  expect((await prepared(moving, studioOf({ width: 4000 }).studio)).file).toBe(moving);
});

test('a HEIC photo becomes a JPEG where it can be seen', async () => {
  const { file: sent } = await prepared(file('heic', 900, 'IMG_1.HEIC'), studioOf().studio);
  expect(sent).toMatchObject({ name: 'IMG_1.jpg', type: 'image/jpeg' });
});

describe('what is not sent', () => {
  test.each([
    ['an empty file', new File([], 'a.jpg'), 'empty'],
    ['a text', new File(['words'], 'a.jpg', { type: 'image/jpeg' }), 'type'],
    ['a damaged picture', file('jpeg'), 'unreadable'],
    ['a HEIC photo that this browser cannot see', file('heic'), 'heic'],
    ['an AVIF of 11 MB that this browser cannot see', file('avif', 11 * megabyte), 'large'],
  ])('%s', async (_, given, refused) => {
    expect(await preparePicture(given, blind)).toEqual({ refused });
  });

  test('a folder, which cannot be read', async () => {
    const folder = Object.assign(file('jpeg'), {
      slice: () => ({ arrayBuffer: () => Promise.reject(new Error()) }),
    });
    expect(await preparePicture(folder as unknown as File, blind)).toEqual({ refused: 'unreadable' });
  });
});

test('an AVIF that this browser cannot see is for the host to decide', async () => {
  const avif = file('avif');
  expect((await prepared(avif, blind)).file).toBe(avif);
});
