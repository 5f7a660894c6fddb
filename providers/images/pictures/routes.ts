import { type Context, Hono } from 'hono';
import { AppError } from '#platform/errors.ts';
import { readJson } from '#platform/http/body.ts';
import { isSameSecret } from '#platform/ids.ts';
import { isPictureId } from './picture.ts';
import { type PictureDeps, removePicture } from './rules.ts';

/** Creates the route by which the product server removes a picture and all its variants. */
export function createDeletionRoutes(deps: PictureDeps, adminToken: string): Hono {
  return new Hono().post('/', async (c) => {
    assertAdmin(c, adminToken);
    const body = await readJson(c);
    const id = (body as { id?: unknown } | null)?.id;
    if (typeof id !== 'string')
      throw new AppError('invalid-fields', { fields: { id: 'The id of a picture must be a string.' } });
    if (!isPictureId(id)) throw new AppError('not-found');
    await removePicture(deps, id);
    return c.body(null, 204);
  });
}

function assertAdmin(c: Context, adminToken: string): void {
  const [, token] = /^Bearer (.+)$/i.exec(c.req.header('authorization') ?? '') ?? [];
  if (!token) throw new AppError('not-signed-in');
  if (!isSameSecret(token, adminToken)) throw new AppError('credentials-refused');
}

/** Returns whether the request has the admin token, which never leaves the server. */
export const isAdministrator = (request: Request, token: string): boolean =>
  isSameSecret(request.headers.get('authorization') ?? '', `Bearer ${token}`);
