import { type Context, Hono } from 'hono';
import { AppError } from '#platform/errors.ts';
import { readJson } from '#platform/http/body.ts';
import { isSameSecret } from '#platform/ids.ts';
import { isPictureId } from './picture.ts';
import { type PictureDeps, removePicture } from './rules.ts';

/** For the product server alone: removes a picture and every variant of it. */
export function deletionRoutes(parts: PictureDeps, adminToken: string): Hono {
  return new Hono().post('/', async (c) => {
    assertAdmin(c, adminToken);
    const body = await readJson(c);
    const id = (body as { id?: unknown } | null)?.id;
    if (typeof id !== 'string')
      throw new AppError('invalid-fields', { fields: { id: 'The id of a picture is a text.' } });
    if (!isPictureId(id)) throw new AppError('not-found');
    await removePicture(parts, id);
    return c.body(null, 204);
  });
}

function assertAdmin(c: Context, adminToken: string): void {
  const [, given] = /^Bearer (.+)$/i.exec(c.req.header('authorization') ?? '') ?? [];
  if (!given) throw new AppError('not-signed-in');
  if (!isSameSecret(given, adminToken)) throw new AppError('credentials-refused');
}

/** The house itself: whoever brings the token that leaves the process nowhere. */
export const isAdministrator = (request: Request, token: string): boolean =>
  isSameSecret(request.headers.get('authorization') ?? '', `Bearer ${token}`);
