import { t } from '@lingui/core/macro';
import * as z from 'zod/mini';
import type { BodyOf } from '#contract/endpoint.ts';
import type { addPhoto } from '#contract/photos.ts';
import { toSingleLine } from '#contract/single-line.ts';
import { NetworkError } from '#web/api/errors.ts';
import type { PrepareResult } from '../picture/prepare.ts';
import type { HostedPicture, QueuedPhoto, QueueStore } from './queue.ts';

/** The toast to show at the end of the run, if any. Equal messages are shown once. */
export type SendResult = string | undefined;

const SUCCESS_MESSAGE = t`Image Uploaded Successfully`;
const FAILURE_MESSAGE = t`Image Upload Failed`;

/**
 * Uploads a photo to the image host, unless it is already there, and saves its URL on the server. Never
 * rejects.
 */
export async function sendPhoto(
  photo: QueuedPhoto,
  store: QueueStore,
  deps: SendDeps,
  signal: AbortSignal,
): Promise<SendResult> {
  const { id } = photo;
  try {
    if (!photo.hosted) await uploadToHost(photo, store, deps, signal);
    return await saveHosted(id, store, deps);
  } catch (error) {
    return signal.aborted ? undefined : handleFailure(id, error, store, deps);
  }
}

async function uploadToHost(
  { id, file, prepared }: QueuedPhoto,
  { dispatch }: QueueStore,
  deps: SendDeps,
  signal: AbortSignal,
): Promise<void> {
  dispatch({ type: 'sending', id });
  const onProgress = (progress: number) => {
    if (!signal.aborted) dispatch({ type: 'progress', id, progress });
  };
  const hosted = await uploadPicture(prepared?.file ?? file, deps, { signal, onProgress });
  signal.throwIfAborted();
  dispatch({ type: 'hosted', id, hosted });
}

async function saveHosted(id: string, { dispatch, find }: QueueStore, deps: SendDeps): Promise<SendResult> {
  dispatch({ type: 'saving', id });
  const photo = find(id);
  if (photo?.step !== 'saving' || !photo.hosted) return undefined;
  await savePhoto(
    { ...preparedSize(photo), ...photo.hosted },
    photo.savedTitle ?? '',
    photo.idempotencyKey,
    deps,
  );
  dispatch({ type: 'done', id });
  return SUCCESS_MESSAGE;
}

function handleFailure(
  id: string,
  error: unknown,
  { dispatch, find }: QueueStore,
  deps: SendDeps,
): SendResult {
  const isNetworkError = error instanceof NetworkError;
  if (isNetworkError && !deps.online()) {
    dispatch({ type: 'connectionLost', id });
    return undefined;
  }
  const hosted = find(id)?.hosted;
  deps.log(hosted ? 'Failed to save the photo' : 'Failed to upload the picture to the image host', error);
  dispatch({ type: 'failed', id, isNetworkError });
  return hosted && FAILURE_MESSAGE;
}

/** Proceeds with the upload when no file is chosen, as the specification requires (section 5). */
export async function uploadWithoutFile(deps: SendDeps, idempotencyKey: string): Promise<SendResult> {
  let hosted: HostedPicture;
  try {
    hosted = await uploadPicture(undefined, deps, {
      signal: new AbortController().signal,
      onProgress: () => {},
    });
  } catch (error) {
    deps.log('Failed to upload the picture to the image host', error);
    return undefined;
  }
  try {
    await savePhoto(hosted, '', idempotencyKey, deps);
    return SUCCESS_MESSAGE;
  } catch (error) {
    deps.log('Failed to save the photo', error);
    return FAILURE_MESSAGE;
  }
}

async function savePhoto(
  { url, width, height }: HostedPicture,
  title: string,
  idempotencyKey: string,
  deps: SaveDeps,
): Promise<void> {
  const photo = {
    img: url,
    // The server's default is in English.
    title: toSingleLine(title) || t`A photo from our community`,
    ...(width && height && { width, height }),
  };
  const { acknowledged } = await deps.save(photo, idempotencyKey);
  if (!acknowledged) throw new Error('The server did not acknowledge the photo');
  deps.reload();
}

/** Returns the size that the browser measured, for image hosts that return none. */
const preparedSize = ({ prepared }: QueuedPhoto): { width?: number; height?: number } =>
  prepared?.width && prepared.height ? { width: prepared.width, height: prepared.height } : {};

type SaveDeps = {
  /** Saves a photo once, even if called again with the same key. */
  save(photo: BodyOf<typeof addPhoto>, idempotencyKey: string): Promise<{ acknowledged: boolean }>;
  /** Starts a reload of the photo list without waiting for it. */
  reload(): void;
};

type SendDeps = HostDeps &
  SaveDeps & {
    /** False if the browser reports that it is offline. */
    online(): boolean;
    log(message: string, error: unknown): void;
  };

export type UploadDeps = SendDeps & {
  newId(): string;
  prepare(file: File, signal: AbortSignal): Promise<PrepareResult>;
  toast: { success(text: string): void; warning(text: string): void };
};

type HostDeps = {
  /** The configured image host. */
  imageHost: { uploadUrl: string; key: string };
  /**
   * Posts a form. Sends the access token only to our own origin. `onProgress` receives a share from 0 to 1.
   */
  post(
    url: string,
    form: FormData,
    options: { signal: AbortSignal; onProgress: (progress: number) => void },
  ): Promise<Response>;
};

/** Validates only the URL, because image hosts differ in the other fields, and some return sizes as text. */
const HostResponse = z.object({
  data: z.object({ url: z.string(), width: z.optional(z.unknown()), height: z.optional(z.unknown()) }),
});

/**
 * Uploads a file to the image host, or an empty field if there is no file.
 * @throws NetworkError, or Error when the host responds with an error status or an invalid body
 */
async function uploadPicture(
  file: File | undefined,
  { imageHost, post }: HostDeps,
  options: { signal: AbortSignal; onProgress: (progress: number) => void },
): Promise<HostedPicture> {
  const { uploadUrl, key } = imageHost;
  const form = new FormData();
  form.append('image', file ?? '');
  const response = await post(addKey(uploadUrl, key), form, options);
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  const { url, width, height } = HostResponse.parse(await response.json()).data;
  return { url, ...parseSize(width, height) };
}

const addKey = (uploadUrl: string, key: string): string =>
  `${uploadUrl}${uploadUrl.includes('?') ? '&' : '?'}key=${encodeURIComponent(key)}`;

function parseSize(width: unknown, height: unknown): { width: number; height: number } | undefined {
  const size = { width: Number(width), height: Number(height) };
  const isValid = Object.values(size).every((side) => Number.isInteger(side) && side >= 1 && side <= 100_000);
  return isValid ? size : undefined;
}
