import type { Context } from 'hono';
import { AppError } from '../errors.ts';

/**
 * Reads a JSON body.
 * @throws AppError unsupported-type (415), too-large (413), malformed-json (400)
 */
export async function readJson(c: Context, maxBytes = 64 * 1024): Promise<unknown> {
  const type = c.req.header('content-type') ?? '';
  if (!/^application\/([\w.-]+\+)?json\s*(;|$)/i.test(type)) throw new AppError('unsupported-type');
  const bytes = await readBytes(c.req.raw, maxBytes);
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (cause) {
    throw new AppError('malformed-json', { cause });
  }
}

/**
 * Reads a body of at most so many bytes, without holding more than that in memory.
 * @throws AppError too-large (413), malformed-json (400) when it breaks off
 */
export async function readBytes(request: Request, most: number): Promise<Uint8Array<ArrayBuffer>> {
  const length = request.headers.get('content-length');
  if (Number(length ?? 0) > most) throw new AppError('too-large');
  // The server lets no more than that come, and a stream for each request costs more than all that is done with it.
  try {
    if (length !== null) return new Uint8Array(await request.arrayBuffer());
    return await readUpTo(request.body, most, () => new AppError('too-large'));
  } catch (cause) {
    // The client has closed its connection in the middle of the body: no fault of ours, and nobody reads the response.
    if ((cause as { code?: string }).code === 'ECONNRESET') throw new AppError('malformed-json', { cause });
    throw cause;
  }
}

/** Reads what a body holds, without holding more than that in memory; throws `refusal` when it is more. */
export async function readUpTo(
  body: AsyncIterable<Uint8Array> | null,
  most: number,
  refusal: () => Error,
): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body ?? []) {
    size += part.byteLength;
    if (size > most) throw refusal();
    parts.push(part);
  }
  return new Uint8Array(Buffer.concat(parts, size));
}
