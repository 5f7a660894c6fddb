import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy } from '@fastify/busboy';
import { AppError } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';

const MAX_FILE_BYTES = 10 * 1024 * 1024;
/** Room for boundaries, part headers and small text fields around the file. */
const FORM_OVERHEAD_BYTES = 64 * 1024;
const partLimits = { files: 4, fields: 10, headerPairs: 50 };
const limits = { ...partLimits, fileSize: MAX_FILE_BYTES, fieldSize: 1024, headerSize: 16_384 };

/** An uploaded file on the disk, not yet validated. The caller removes it. */
export type ReceivedFile = { path: string; filename: string; bytes: number };

/**
 * Streams the form's file field `image` to a new file in `folder`, so that slow uploads take no memory.
 * @throws AppError no-picture, malformed-upload, upload-broken-off (400), too-large (413)
 */
export async function receivePicture(request: Request, folder: string): Promise<ReceivedFile> {
  const type = request.headers.get('content-type') ?? '';
  if (!request.body || !/^multipart\/form-data\b/i.test(type)) throw new AppError('no-picture');
  if (Number(request.headers.get('content-length') ?? 0) > MAX_FILE_BYTES + FORM_OVERHEAD_BYTES)
    throw new AppError('too-large');

  const path = join(folder, newId());
  try {
    return await readForm(request.body, type, path);
  } catch (error) {
    await rm(path, { force: true });
    throw toUploadError(error);
  }
}

async function readForm(body: ReadableStream, type: string, path: string): Promise<ReceivedFile> {
  const abortController = new AbortController();
  const files: Promise<ReceivedFile>[] = [];
  const form = new Busboy({ headers: { 'content-type': type }, limits });
  form.on('file', (field, content, filename) => {
    if (field !== 'image' || files.length > 0) ignore(content);
    if (field !== 'image') return;
    const file =
      files.length > 0
        ? Promise.reject(multipleFilesError())
        : store(content, path, filename, abortController.signal);
    // A failing disk must also stop the reading. The rejection itself is awaited below.
    file.catch((error) => abortController.abort(error));
    files.push(file);
  });
  form.on('field', (field) => {
    if (field === 'image') abortController.abort(textFieldError());
  });
  try {
    await pipeline(readBody(body), limitBytes(MAX_FILE_BYTES + FORM_OVERHEAD_BYTES), form, {
      signal: abortController.signal,
    });
    const [file] = await Promise.all(files);
    if (!file || (file.bytes === 0 && !file.filename)) throw new AppError('no-picture');
    return file;
  } catch (error) {
    const reason = abortController.signal.aborted ? abortController.signal.reason : error;
    abortController.abort(reason);
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

/** Distinguishes a broken connection from an invalid form. */
async function* readBody(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (cause) {
    throw new AppError('upload-broken-off', { cause });
  }
}

function limitBytes(bytes: number) {
  return async function* (body: AsyncIterable<Uint8Array>) {
    let receivedBytes = 0;
    for await (const chunk of body) {
      receivedBytes += chunk.byteLength;
      if (receivedBytes > bytes) throw new AppError('too-large');
      yield chunk;
    }
  };
}

const multipleFilesError = () => new AppError('no-picture', { message: 'Send one picture at a time.' });
const textFieldError = () =>
  new AppError('no-picture', { message: 'Send the picture as a file, not as text.' });

/** Returns disk errors unchanged. Any other error means that the form is incomplete or invalid. */
function toUploadError(error: unknown): unknown {
  const isOwnError = error instanceof AppError || (error as NodeJS.ErrnoException).syscall !== undefined;
  return isOwnError ? error : new AppError('malformed-upload', { cause: error });
}
