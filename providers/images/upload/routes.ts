import { rm } from 'node:fs/promises';
import { Hono } from 'hono';
import { AppError } from '#platform/errors.ts';
import { isSameSecret } from '#platform/ids.ts';
import { keepPicture, type Parts } from '../pictures/rules.ts';
import type { Admission, Uploader } from './admission.ts';
import { uploadAnswer } from './answer.ts';
import { receivePicture } from './receive.ts';

export function uploadRoutes(options: {
  parts: Parts;
  key: string;
  publicUrl: string;
  /** Where files rest until they are known to be pictures. */
  incoming: string;
  authenticate: (request: Request) => Promise<Uploader>;
  admission: Admission;
}): Hono {
  const { parts, key, publicUrl, incoming, admission } = options;

  async function takeIn(request: Request, userId: string) {
    const file = await receivePicture(request, incoming);
    try {
      const picture = await keepPicture(parts, userId, file);
      return uploadAnswer(picture, file.filename, publicUrl);
    } finally {
      await rm(file.path, { force: true });
    }
  }

  return new Hono().post('/', async (c) => {
    const uploader = await options.authenticate(c.req.raw);
    if (!isSameSecret(c.req.query('key') ?? '', key)) throw new AppError('wrong-key');
    return c.json(await admission.admit(uploader, () => takeIn(c.req.raw, uploader.userId)));
  });
}
