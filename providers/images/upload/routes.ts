import { rm } from 'node:fs/promises';
import { Hono } from 'hono';
import { AppError } from '#platform/errors.ts';
import { isSameSecret } from '#platform/ids.ts';
import { normalize } from '#platform/text.ts';
import { extensionOf, type Picture, pictureAddress } from '../pictures/picture.ts';
import { type PictureDeps, storePicture } from '../pictures/rules.ts';
import { receivePicture } from './receive.ts';
import type { Uploader, UploadLimit } from './upload-limit.ts';

export function createUploadRoutes(options: {
  deps: PictureDeps;
  key: string;
  publicUrl: string;
  /** Folder for uploads that are not validated yet. */
  incomingFolder: string;
  authenticate: (request: Request) => Promise<Uploader>;
  uploadLimit: UploadLimit;
}): Hono {
  const { deps, key, publicUrl, incomingFolder, uploadLimit } = options;

  async function receiveAndStore(request: Request, userId: string) {
    const file = await receivePicture(request, incomingFolder);
    try {
      const picture = await storePicture(deps, userId, file);
      return uploadResponse(picture, file.filename, publicUrl);
    } finally {
      await rm(file.path, { force: true });
    }
  }

  return new Hono().post('/', async (c) => {
    const uploader = await options.authenticate(c.req.raw);
    if (!isSameSecret(c.req.query('key') ?? '', key)) throw new AppError('wrong-key');
    return c.json(await uploadLimit.run(uploader, () => receiveAndStore(c.req.raw, uploader.userId)));
  });
}

export type UploadResponse = ReturnType<typeof uploadResponse>;

/** The response body of hosted image services. Sizes in pixels and bytes, `time` in seconds since 1970. */
export function uploadResponse(picture: Picture, filename: string, publicUrl: string) {
  const { id, width, height, bytes, format, createdAt } = picture;
  const url = pictureAddress(publicUrl, id);
  const extension = extensionOf(format);
  const image = { filename: `${id}.${extension}`, name: id, mime: `image/${format}`, extension, url };
  const time = Math.floor(createdAt / 1000);
  const title = titleFrom(filename);
  const data = { id, title, url, display_url: url, width, height, size: bytes, time, image };
  return { data, success: true, status: 200 };
}

/** Returns the file's name without its extension, or `photo` if no letter or digit is left. */
function titleFrom(filename: string): string {
  const name = normalize(filename, 'NFC')
    .replace(/\.[^.]*$/, '')
    .replace(/\p{C}+/gu, '')
    .trim()
    .slice(0, 100);
  return /[\p{L}\p{N}]/u.test(name) ? name : 'photo';
}
