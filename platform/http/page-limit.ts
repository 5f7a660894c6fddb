import type { Context, MiddlewareHandler } from 'hono';
import { AppError } from '../errors.ts';
import { httpErrors } from './errors.ts';

/** Counts pages, files and redirects that are not served from memory. A person reads the refusal, so it is plain text. */
export const limitPages =
  (count: (c: Context) => Promise<void>): MiddlewareHandler =>
  async (c, next) => {
    const refused = await count(c).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'too-many-requests') return error;
      throw error;
    });
    if (!refused) return next();
    const { status, message } = httpErrors['too-many-requests'];
    const retryAfter = String(Math.ceil(refused.retryAfter ?? 1));
    return c.text(message, status, { 'Retry-After': retryAfter, 'Cache-Control': 'no-store' });
  };
