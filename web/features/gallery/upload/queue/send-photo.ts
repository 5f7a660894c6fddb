import { t } from '@lingui/core/macro';
import * as z from 'zod/mini';
import type { BodyOf } from '#contract/endpoint.ts';
import type { addPhoto } from '#contract/photos.ts';
import { singleLine } from '#contract/single-line.ts';
import { NetworkError } from '#web/api/errors.ts';
import type { PrepareResult } from '../picture/prepare.ts';
import type { Photo, QueueStore } from './queue.ts';

/** What is said when a run ends, once however many photos it was. */
export type SendEvent = string | undefined;

const uploaded = t`Image Uploaded Successfully`;
const notSaved = t`Image Upload Failed`;

/** Hands one photo to the image host, unless that was done before, and its address to the product server. Never rejects. */
export async function sendPhoto(
  photo: Photo,
  store: QueueStore,
  ports: SendDeps,
  signal: AbortSignal,
): Promise<SendEvent> {
  const { id } = photo;
  try {
    if (!photo.hosted) await host(photo, store, ports, signal);
    return await save(id, store, ports);
  } catch (error) {
    return signal.aborted ? undefined : fail(id, error, store, ports);
  }
}

async function host(
  { id, file, prepared }: Photo,
  { tell }: QueueStore,
  ports: SendDeps,
  signal: AbortSignal,
): Promise<void> {
  tell({ type: 'sending', id });
  const onProgress = (share: number) => {
    if (!signal.aborted) tell({ type: 'sent', id, share });
  };
  const hosted = await uploadPicture(prepared?.file ?? file, ports, { signal, onProgress });
  signal.throwIfAborted();
  tell({ type: 'hosted', id, hosted });
}

async function save(id: string, { tell, find }: QueueStore, ports: SendDeps): Promise<SendEvent> {
  tell({ type: 'saving', id });
  const photo = find(id);
  if (photo?.step !== 'saving' || !photo.hosted) return undefined;
  await savePhoto({ ...sizesOf(photo), ...photo.hosted }, photo.savedAs ?? '', photo.key, ports);
  tell({ type: 'done', id });
  return uploaded;
}

function fail(id: string, error: unknown, { tell, find }: QueueStore, ports: SendDeps): SendEvent {
  const byLine = error instanceof NetworkError;
  if (byLine && !ports.online()) {
    tell({ type: 'lost', id });
    return undefined;
  }
  const hosted = find(id)?.hosted;
  ports.log(hosted ? 'The photo was not saved' : 'The image host did not take the picture', error);
  tell({ type: 'failed', id, byLine });
  return hosted && notSaved;
}

/** The attempt that still proceeds when no photo was chosen. */
export async function createInactiveUploads(ports: SendDeps, key: string): Promise<SendEvent> {
  let hosted: HostedPicture;
  try {
    hosted = await uploadPicture(undefined, ports, {
      signal: new AbortController().signal,
      onProgress: () => {},
    });
  } catch (error) {
    ports.log('The image host did not take the picture', error);
    return undefined;
  }
  try {
    await savePhoto(hosted, '', key, ports);
    return uploaded;
  } catch (error) {
    ports.log('The photo was not saved', error);
    return notSaved;
  }
}

async function savePhoto(
  { url, width, height }: HostedPicture,
  title: string,
  key: string,
  { save, reload }: SaveDeps,
): Promise<void> {
  const words = singleLine(title);
  const photo = { img: url, ...(words && { title: words }), ...(width && height && { width, height }) };
  const { acknowledged } = await save(photo, key);
  if (!acknowledged) throw new Error('not acknowledged');
  reload();
}

/** What the browser itself knows of the picture, for a host that tells nothing. */
const sizesOf = ({ prepared }: Photo): { width?: number; height?: number } =>
  prepared?.width && prepared.height ? { width: prepared.width, height: prepared.height } : {};

type SaveDeps = {
  /** The same key twice saves one photo. */
  save(photo: BodyOf<typeof addPhoto>, key: string): Promise<{ acknowledged: boolean }>;
  /** Starts loading the list anew; nobody waits for it. */
  reload(): void;
};

type SendDeps = HostDeps &
  SaveDeps & {
    /** False when the device itself says that it has no connection. */
    online(): boolean;
    log(message: string, error: unknown): void;
  };

export type UploadDeps = SendDeps & {
  newId(): string;
  prepare(file: File, signal: AbortSignal): Promise<PrepareResult>;
  toast: { success(text: string): void; warning(text: string): void };
};

/** A picture that the image host holds. Pixels, where it told them. */
export type HostedPicture = { url: string; width?: number; height?: number };

type HostDeps = {
  /** The image host of the configuration. */
  host(): Promise<{ uploadUrl: string; key: string }>;
  /** One POST to any address, our token going to our own origin only; `onProgress` takes a share from 0 to 1. */
  post(
    url: string,
    form: FormData,
    watched: { signal: AbortSignal; onProgress: (share: number) => void },
  ): Promise<Response>;
};

/** Hosted services tell more or less beside the address, and some tell numbers as text. */
const HostAnswer = z.object({
  data: z.object({ url: z.string(), width: z.optional(z.unknown()), height: z.optional(z.unknown()) }),
});

/** Hands a picture to the image host; without one the attempt is made all the same. Throws whatever went wrong. */
async function uploadPicture(
  file: File | undefined,
  { host, post }: HostDeps,
  watched: { signal: AbortSignal; onProgress: (share: number) => void },
): Promise<HostedPicture> {
  const { uploadUrl, key } = await host();
  const form = new FormData();
  form.append('image', file ?? '');
  const answer = await post(withKey(uploadUrl, key), form, watched);
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  const { url, width, height } = HostAnswer.parse(await answer.json()).data;
  return { url, ...sizeOf(width, height) };
}

const withKey = (uploadUrl: string, key: string): string =>
  `${uploadUrl}${uploadUrl.includes('?') ? '&' : '?'}key=${encodeURIComponent(key)}`;

function sizeOf(width: unknown, height: unknown): { width: number; height: number } | undefined {
  const size = { width: Number(width), height: Number(height) };
  const known = Object.values(size).every((side) => Number.isInteger(side) && side >= 1 && side <= 100_000);
  return known ? size : undefined;
}
