import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy } from '@fastify/busboy';
import { AppError } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';

const MOST_BYTES = 10 * 1024 * 1024;
/** Boundaries, part headers and small text fields around the file. */
const FORM_BYTES = 64 * 1024;
const parts = { files: 4, fields: 10, headerPairs: 50 };
const limits = { ...parts, fileSize: MOST_BYTES, fieldSize: 1024, headerSize: 16_384 };

/** An uploaded file on our disk, of which nothing is known yet; whoever holds it removes it. */
export type ReceivedFile = { path: string; filename: string; bytes: number };

/**
 * Streams the form's one file `image` to a new file in `folder`: a slow phone holds a little disk, no memory.
 * @throws AppError no-picture, malformed-upload, upload-broken-off (400), too-large (413)
 */
export async function receivePicture(request: Request, folder: string): Promise<ReceivedFile> {
  const type = request.headers.get('content-type') ?? '';
  if (!request.body || !/^multipart\/form-data\b/i.test(type)) throw new AppError('no-picture');
  if (Number(request.headers.get('content-length') ?? 0) > MOST_BYTES + FORM_BYTES)
    throw new AppError('too-large');

  const path = join(folder, newId());
  try {
    return await readForm(request.body, type, path);
  } catch (error) {
    await rm(path, { force: true });
    throw translated(error);
  }
}

async function readForm(body: ReadableStream, type: string, path: string): Promise<ReceivedFile> {
  const ending = new AbortController();
  const files: Promise<ReceivedFile>[] = [];
  const form = new Busboy({ headers: { 'content-type': type }, limits });
  form.on('file', (field, content, filename) => {
    if (field !== 'image' || files.length > 0) ignore(content);
    if (field !== 'image') return;
    const file = files.length > 0 ? Promise.reject(oneOnly()) : store(content, path, filename, ending.signal);
    // A disk that fails must end the reading too; the rejection itself is awaited below.
    file.catch((error) => ending.abort(error));
    files.push(file);
  });
  form.on('field', (field) => {
    if (field === 'image') ending.abort(notText());
  });
  try {
    await pipeline(arriving(body), atMost(MOST_BYTES + FORM_BYTES), form, { signal: ending.signal });
    const [file] = await Promise.all(files);
    if (!file || (file.bytes === 0 && !file.filename)) throw new AppError('no-picture');
    return file;
  } catch (error) {
    const reason = ending.signal.aborted ? ending.signal.reason : error;
    ending.abort(reason);
    await Promise.allSettled(files);
    throw reason;
  }
}

async function store(
  content: Readable & { truncated?: boolean; bytesRead?: number },
  path: string,
  filename: string | undefined,
  signal: AbortSignal,
): Promise<ReceivedFile> {
  await pipeline(content, createWriteStream(path, { flags: 'wx', mode: 0o600 }), { signal });
  if (content.truncated) throw new AppError('too-large');
  return { path, filename: filename ?? '', bytes: content.bytesRead ?? 0 };
}

function ignore(content: Readable): void {
  content.on('error', () => {});
  content.resume();
}

/** Tells a line that broke from a form that is wrong: the first is nobody's fault. */
async function* arriving(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (cause) {
    throw new AppError('upload-broken-off', { cause });
  }
}

function atMost(bytes: number) {
  return async function* (body: AsyncIterable<Uint8Array>) {
    let seen = 0;
    for await (const chunk of body) {
      seen += chunk.byteLength;
      if (seen > bytes) throw new AppError('too-large');
      yield chunk;
    }
  };
}

const oneOnly = () => new AppError('no-picture', { message: 'Send one picture at a time.' });
const notText = () => new AppError('no-picture', { message: 'Send the picture as a file, not as text.' });

/** What the disk says is our fault; all else is a form that is not whole or never was one. */
function translated(error: unknown): unknown {
  const ours = error instanceof AppError || (error as NodeJS.ErrnoException).syscall !== undefined;
  return ours ? error : new AppError('malformed-upload', { cause: error });
}
