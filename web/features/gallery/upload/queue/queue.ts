import { createValueStore } from '#web/components/value-store.ts';
import type { PreparedPicture } from '../picture/prepare.ts';
import type { HostedPicture } from './send-photo.ts';

/**
 * Where a chosen photo stands: looked at and made lighter; prepared; its bytes on their way; all there, the host at
 * work; its address being saved; waiting for the line; to be tried again; saved.
 */
export type Step = 'preparing' | 'ready' | 'sending' | 'hosting' | 'saving' | 'offline' | 'failed' | 'done';

export type Photo = {
  id: string;
  /** As it was chosen, and how that file was called. */
  file: File;
  title: string;
  /** Makes saving it twice save it once. */
  key: string;
  step: Step;
  /** To be sent in this run. */
  wanted: boolean;
  /** How much of it is on its way, from 0 to 1. */
  share: number;
  prepared?: PreparedPicture;
  /** The image host has it. */
  hosted?: HostedPicture;
  /** Saving was tried once: the title may already be in the gallery. */
  savedAs?: string;
  /** It failed because of the line, so it goes on with the line. */
  byLine?: boolean;
};

export type Queue = {
  photos: readonly Photo[];
  running: boolean;
  /** Sentences about files that are not sent. */
  refusals: readonly string[];
};

export type QueueEvent =
  | { type: 'added'; photos: { id: string; file: File; title: string; key: string }[] }
  | { type: 'prepared'; id: string; prepared: PreparedPicture }
  | { type: 'refused'; id: string; words: string }
  | { type: 'renamed'; id: string; title: string }
  | { type: 'removed'; id: string }
  /** Of one photo, or of all. */
  | { type: 'wanted'; id?: string }
  | { type: 'started' }
  | { type: 'sending' | 'saving' | 'lost' | 'done'; id: string }
  | { type: 'sent'; id: string; share: number }
  | { type: 'hosted'; id: string; hosted: HostedPicture }
  | { type: 'failed'; id: string; byLine: boolean }
  | { type: 'online' }
  | { type: 'stopped' }
  | { type: 'ended' };

export const emptyQueue: Queue = { photos: [], running: false, refusals: [] };

/** The photo that is to be sent next, or to be waited for. */
export const nextStart = ({ photos }: Queue): Photo | undefined => photos.find(({ wanted }) => wanted);

/** Several are under way, and what is not being saved already can still be held back. */
export const canCancel = ({ running, photos }: Queue): boolean =>
  running && photos.length > 1 && photos.some(({ wanted, step }) => wanted && step !== 'saving');

/** What becomes of the queue; what is told of a photo that has gone, or in the wrong order, changes nothing. */
export function reduceQueue(queue: Queue, event: QueueEvent): Queue {
  switch (event.type) {
    case 'added': {
      const added = event.photos.map((photo) => ({ ...photo, ...fresh, wanted: queue.running }));
      return { ...queue, photos: [...queue.photos, ...added], refusals: [] };
    }
    case 'refused':
      return { ...without(queue, event.id), refusals: [...queue.refusals, event.words] };
    case 'removed':
      return without(queue, event.id);
    case 'started':
      return { ...queue, running: true };
    case 'ended':
      return { ...queue, running: false, photos: queue.photos.filter(({ step }) => step !== 'done') };
    case 'wanted':
      return { ...eachOf(queue, ({ id }) => event.id === undefined || event.id === id, want), refusals: [] };
    case 'online':
      return eachOf(queue, ({ step, byLine }) => step === 'offline' || byLine === true, want);
    case 'stopped':
      return eachOf(queue, () => true, rest);
    default:
      return eachOf(
        queue,
        ({ id }) => id === event.id,
        (photo) => told(photo, event),
      );
  }
}

const fresh = { step: 'preparing', wanted: false, share: 0 } as const;

type Told = Exclude<
  QueueEvent,
  { type: 'added' | 'refused' | 'removed' | 'started' | 'ended' | 'wanted' | 'online' | 'stopped' }
>;

const underWay: readonly Step[] = ['sending', 'hosting', 'saving'];

function told(photo: Photo, event: Told): Photo {
  const { step } = photo;
  switch (event.type) {
    case 'renamed':
      return photo.savedAs === undefined ? { ...photo, title: event.title } : photo;
    case 'prepared':
      return step === 'preparing' ? { ...photo, step: 'ready', prepared: event.prepared } : photo;
    case 'sending':
      return step === 'ready' && !photo.hosted ? { ...photo, step: 'sending', share: 0 } : photo;
    case 'sent': {
      if (photo.hosted || (step !== 'sending' && step !== 'hosting')) return photo;
      const share = Math.min(1, Math.max(0, event.share));
      return { ...photo, share, step: share < 1 ? 'sending' : 'hosting' };
    }
    case 'hosted':
      return step === 'sending' || step === 'hosting' ? { ...photo, hosted: event.hosted, share: 1 } : photo;
    case 'saving': {
      if (!photo.hosted || !photo.wanted || step === 'done') return photo;
      return { ...photo, step: 'saving', savedAs: photo.savedAs ?? photo.title };
    }
    case 'lost':
      return underWay.includes(step) ? { ...photo, step: 'offline', share: photo.hosted ? 1 : 0 } : photo;
    case 'failed':
      return underWay.includes(step)
        ? { ...photo, step: 'failed', wanted: false, byLine: event.byLine }
        : photo;
    case 'done':
      return step === 'saving' ? { ...photo, step: 'done', wanted: false } : photo;
  }
}

function want(photo: Photo): Photo {
  if (photo.step === 'done') return photo;
  const again = photo.step === 'failed' || photo.step === 'offline';
  return { ...photo, wanted: true, byLine: false, step: again ? 'ready' : photo.step };
}

/** Nothing of it is sent any more; it stays in the list. What is being saved is saved. */
function rest(photo: Photo): Photo {
  if (photo.step === 'saving' || photo.step === 'done') return photo;
  const idle = photo.step === 'preparing' || photo.step === 'failed' ? photo.step : 'ready';
  return { ...photo, wanted: false, byLine: false, step: idle, share: 0 };
}

const without = (queue: Queue, id: string): Queue => ({
  ...queue,
  photos: queue.photos.filter((photo) => photo.id !== id),
});

const eachOf = (queue: Queue, which: (photo: Photo) => boolean, change: (photo: Photo) => Photo): Queue => ({
  ...queue,
  photos: queue.photos.map((photo) => (which(photo) ? change(photo) : photo)),
});

export type QueueStore = ReturnType<typeof createQueueStore>;

export function createQueueStore() {
  const { read, set, subscribe } = createValueStore<Queue>(emptyQueue);
  return {
    read,
    subscribe,
    find: (id: string): Photo | undefined => read().photos.find((photo) => photo.id === id),
    tell: (event: QueueEvent): void => set(reduceQueue(read(), event)),
    nextChange: (): Promise<void> =>
      new Promise((resolve) => {
        const stop = subscribe(() => {
          stop();
          resolve();
        });
      }),
  };
}
