import type { Context } from 'hono';
import { AppError } from '../errors.ts';

/**
 * Reads a JSON body.
 * @throws AppError unsupported-type (415), too-large (413), malformed-json (400)
 */
export async function readJson(c: Context, maxBytes = 64 * 1024): Promise<unknown> {
  const type = c.req.header('content-type') ?? '';
  if (!/^application\/([\w.-]+\+)?json\s*(;|$)/i.test(type)) throw new AppError('unsupported-type');
  const encoding = c.req.header('content-encoding') || 'identity';
  if (encoding.toLowerCase() !== 'identity') throw new AppError('unsupported-type');
  const bytes = await readBytes(c.req.raw, maxBytes);
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (cause) {
    throw new AppError('malformed-json', { cause });
  }
}

/**
 * Reads a body of at most `maxBytes` bytes and never holds more than that in memory.
 * @throws AppError too-large (413), malformed-json (400) when the client disconnects in the middle
 */
export async function readBytes(request: Request, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const length = request.headers.get('content-length');
  if (Number(length ?? 0) > maxBytes) throw new AppError('too-large');
  // Node never delivers more than Content-Length bytes, and arrayBuffer() is much cheaper than a stream.
  try {
    if (length !== null) return new Uint8Array(await request.arrayBuffer());
    return await readUpTo(request.body, maxBytes, () => new AppError('too-large'));
  } catch (cause) {
    // The client disconnected while sending the body, which is not a server error.
    if ((cause as { code?: string }).code === 'ECONNRESET') throw new AppError('malformed-json', { cause });
    throw cause;
  }
}

/** Reads a body into memory. Throws `tooLargeError()` as soon as it exceeds `maxBytes`. */
export async function readUpTo(
  body: AsyncIterable<Uint8Array> | null,
  maxBytes: number,
  tooLargeError: () => Error,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) throw tooLargeError();
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks, size));
}
