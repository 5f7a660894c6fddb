import { emptyQueue, follow, type Photo, type Queue, type QueueEvent } from './queue.ts';

export type QueueStore = {
  read(): Queue;
  find(id: string): Photo | undefined;
  tell(event: QueueEvent): void;
  subscribe(listener: () => void): () => void;
  nextChange(): Promise<void>;
};

export function createQueueStore(): QueueStore {
  let queue = emptyQueue;
  const listeners = new Set<() => void>();

  function subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }

  return {
    read: () => queue,
    find: (id) => queue.photos.find((photo) => photo.id === id),
    tell(event) {
      queue = follow(queue, event);
      for (const listener of [...listeners]) listener();
    },
    subscribe,
    nextChange: () =>
      new Promise((resolve) => {
        const stop = subscribe(() => {
          stop();
          resolve();
        });
      }),
  };
}
