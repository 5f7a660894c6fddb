import { createValueStore } from '#web/components/value-store.ts';
import type { PreparedPicture } from '../picture/prepare.ts';

/** A picture stored by the image host, with its size in pixels if the host returned it. */
export type HostedPicture = { url: string; width?: number; height?: number };

/**
 * `sending`: the bytes are being uploaded. `processing`: the image host has all bytes but has not responded.
 * `saving`: the photo's URL is being saved. `offline`: the upload resumes when the browser is online.
 */
export type Step =
  | 'preparing'
  | 'ready'
  | 'sending'
  | 'processing'
  | 'saving'
  | 'offline'
  | 'failed'
  | 'done';

export type QueuedPhoto = {
  id: string;
  /** The file as the user chose it, with its name. */
  file: File;
  title: string;
  /** Prevents a repeated save from adding the photo twice. */
  idempotencyKey: string;
  step: Step;
  /** True if the photo is to be uploaded in the current run. */
  isQueued: boolean;
  /** The uploaded share of the bytes, from 0 to 1. */
  progress: number;
  prepared?: PreparedPicture;
  /** Set once the image host has stored the picture. */
  hosted?: HostedPicture;
  /** The title in the first attempt to save. The gallery may already have the photo under this title. */
  savedTitle?: string;
  /** Set if the upload failed because of a network error. The upload resumes when the browser is online. */
  isNetworkError?: boolean;
};

export type Queue = {
  photos: readonly QueuedPhoto[];
  running: boolean;
  /** Messages about files that cannot be uploaded. */
  rejections: readonly string[];
};

export type QueueEvent =
  | { type: 'added'; photos: { id: string; file: File; title: string; idempotencyKey: string }[] }
  | { type: 'prepared'; id: string; prepared: PreparedPicture }
  | { type: 'rejected'; id: string; message: string }
  | { type: 'renamed'; id: string; title: string }
  | { type: 'removed'; id: string }
  /** Queues the photo with this id, or all photos if `id` is absent. */
  | { type: 'enqueued'; id?: string }
  | { type: 'started' }
  | { type: 'sending' | 'saving' | 'connectionLost' | 'done'; id: string }
  | { type: 'progress'; id: string; progress: number }
  | { type: 'hosted'; id: string; hosted: HostedPicture }
  | { type: 'failed'; id: string; isNetworkError: boolean }
  | { type: 'online' }
  | { type: 'stopped' }
  | { type: 'finished' };

export const emptyQueue: Queue = { photos: [], running: false, rejections: [] };

/** Returns the first photo that is still to be uploaded in this run. */
export const nextQueued = ({ photos }: Queue): QueuedPhoto | undefined =>
  photos.find(({ isQueued }) => isQueued);

/** True for a chosen photo whose upload has not ended. */
export const isWaiting = ({ step }: QueuedPhoto): boolean => step !== 'failed' && step !== 'done';

/** True during a run with several photos, until all queued ones are being saved. */
export const canCancel = ({ running, photos }: Queue): boolean =>
  running && photos.length > 1 && photos.some(({ isQueued, step }) => isQueued && step !== 'saving');

/** Returns the queue after an event. Events for removed photos or out of order change nothing. */
export function reduceQueue(queue: Queue, event: QueueEvent): Queue {
  switch (event.type) {
    case 'added': {
      // New photos join a running upload of photos, but not an upload without a file.
      const isQueued = queue.photos.some((photo) => photo.isQueued);
      const added = event.photos.map((photo) => ({ ...photo, ...initialState, isQueued }));
      return { ...queue, photos: [...queue.photos, ...added], rejections: [] };
    }
    case 'rejected':
      return { ...removePhoto(queue, event.id), rejections: [...queue.rejections, event.message] };
    case 'removed':
      return removePhoto(queue, event.id);
    case 'started':
      return { ...queue, running: true };
    case 'finished':
      return { ...queue, running: false, photos: queue.photos.filter(({ step }) => step !== 'done') };
    case 'enqueued':
      return {
        ...updateWhere(queue, ({ id }) => event.id === undefined || event.id === id, enqueue),
        rejections: [],
      };
    case 'online':
      return updateWhere(
        queue,
        ({ step, isNetworkError }) => step === 'offline' || isNetworkError === true,
        enqueue,
      );
    case 'stopped':
      return updateWhere(queue, () => true, dequeue);
    default:
      return updateWhere(
        queue,
        ({ id }) => id === event.id,
        (photo) => reducePhoto(photo, event),
      );
  }
}

const initialState = { step: 'preparing', isQueued: false, progress: 0 } as const;

type PhotoEvent = Exclude<
  QueueEvent,
  { type: 'added' | 'rejected' | 'removed' | 'started' | 'finished' | 'enqueued' | 'online' | 'stopped' }
>;

/** The steps in which a photo is being uploaded or saved. */
export const ACTIVE_STEPS: readonly Step[] = ['sending', 'processing', 'saving'];

function reducePhoto(photo: QueuedPhoto, event: PhotoEvent): QueuedPhoto {
  const { step } = photo;
  switch (event.type) {
    case 'renamed':
      return photo.savedTitle === undefined ? { ...photo, title: event.title } : photo;
    case 'prepared':
      return step === 'preparing' ? { ...photo, step: 'ready', prepared: event.prepared } : photo;
    case 'sending':
      return step === 'ready' && !photo.hosted ? { ...photo, step: 'sending', progress: 0 } : photo;
    case 'progress': {
      if (photo.hosted || (step !== 'sending' && step !== 'processing')) return photo;
      const progress = Math.min(1, Math.max(0, event.progress));
      return { ...photo, progress, step: progress < 1 ? 'sending' : 'processing' };
    }
    case 'hosted':
      return step === 'sending' || step === 'processing'
        ? { ...photo, hosted: event.hosted, progress: 1 }
        : photo;
    case 'saving': {
      if (!photo.hosted || !photo.isQueued || step === 'done') return photo;
      return { ...photo, step: 'saving', savedTitle: photo.savedTitle ?? photo.title };
    }
    case 'connectionLost':
      return ACTIVE_STEPS.includes(step)
        ? { ...photo, step: 'offline', progress: photo.hosted ? 1 : 0 }
        : photo;
    case 'failed':
      return ACTIVE_STEPS.includes(step)
        ? { ...photo, step: 'failed', isQueued: false, isNetworkError: event.isNetworkError }
        : photo;
    case 'done':
      return step === 'saving' ? { ...photo, step: 'done', isQueued: false } : photo;
  }
}

function enqueue(photo: QueuedPhoto): QueuedPhoto {
  if (photo.step === 'done') return photo;
  const shouldReset = photo.step === 'failed' || photo.step === 'offline';
  return { ...photo, isQueued: true, isNetworkError: false, step: shouldReset ? 'ready' : photo.step };
}

/** Removes a photo from the run but keeps it in the list. A save in progress continues. */
function dequeue(photo: QueuedPhoto): QueuedPhoto {
  if (photo.step === 'saving' || photo.step === 'done') return photo;
  const stoppedStep = photo.step === 'preparing' || photo.step === 'failed' ? photo.step : 'ready';
  return { ...photo, isQueued: false, isNetworkError: false, step: stoppedStep, progress: 0 };
}

const removePhoto = (queue: Queue, id: string): Queue => ({
  ...queue,
  photos: queue.photos.filter((photo) => photo.id !== id),
});

const updateWhere = (
  queue: Queue,
  matches: (photo: QueuedPhoto) => boolean,
  update: (photo: QueuedPhoto) => QueuedPhoto,
): Queue => ({
  ...queue,
  photos: queue.photos.map((photo) => (matches(photo) ? update(photo) : photo)),
});

export type QueueStore = ReturnType<typeof createQueueStore>;

export function createQueueStore() {
  const { read, set, subscribe } = createValueStore<Queue>(emptyQueue);
  return {
    read,
    subscribe,
    find: (id: string): QueuedPhoto | undefined => read().photos.find((photo) => photo.id === id),
    dispatch: (event: QueueEvent): void => set(reduceQueue(read(), event)),
    nextChange: (): Promise<void> =>
      new Promise((resolve) => {
        const stop = subscribe(() => {
          stop();
          resolve();
        });
      }),
  };
}
