import { rm } from 'node:fs/promises';
import { Hono } from 'hono';
import { AppError } from '#platform/errors.ts';
import { sameSecret } from '../access.ts';
import { keepPicture, type Parts } from '../pictures/rules.ts';
import { uploadAnswer } from './answer.ts';
import { receivePicture } from './receive.ts';

/** Who uploads; `uncounted` is the house itself, which no limit of a day's uploads may keep from its samples. */
export type Uploader = { userId: string; uncounted?: boolean };

export function uploadRoutes(options: {
  parts: Parts;
  key: string;
  publicUrl: string;
  /** Where files rest until they are known to be pictures. */
  incoming: string;
  authenticate: (request: Request) => Promise<Uploader>;
  /** Throws AppError too-many-requests (429) when that person has uploaded enough for today. */
  countUpload: (userId: string) => Promise<void>;
}): Hono {
  const { parts, key, publicUrl, incoming } = options;
  return new Hono().post('/', async (c) => {
    const { userId, uncounted } = await options.authenticate(c.req.raw);
    if (!sameSecret(c.req.query('key') ?? '', key)) throw new AppError('wrong-key');
    if (!uncounted) await options.countUpload(userId);
    const file = await receivePicture(c.req.raw, incoming);
    try {
      const picture = await keepPicture(parts, { userId, file, publicUrl });
      return c.json(uploadAnswer(picture, file.filename, publicUrl));
    } finally {
      await rm(file.path, { force: true });
    }
  });
}
