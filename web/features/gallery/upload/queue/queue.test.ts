import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  emptyQueue,
  type Queue,
  type QueuedPhoto,
  type QueueEvent,
  reduceQueue,
  type Step,
} from './queue.ts';

const chosen = (id: string) => ({
  id,
  file: new File(['x'], `${id}.jpg`),
  title: id,
  idempotencyKey: `key-${id}`,
});
const reduceAll = (...events: QueueEvent[]): Queue => events.reduce(reduceQueue, emptyQueue);
const stepOf = (queue: Queue, id = 'a') => queue.photos.find((photo) => photo.id === id)?.step;

const prepared: QueueEvent = { type: 'prepared', id: 'a', prepared: { file: new File(['x'], 'a.jpg') } };
const hosted: QueueEvent = { type: 'hosted', id: 'a', hosted: { url: 'https://host.example/a' } };
const ready: QueueEvent[] = [
  { type: 'added', photos: [chosen('a')] },
  prepared,
  { type: 'enqueued' },
  { type: 'started' },
];

describe('the upload of a photo', () => {
  test('is prepared, sent, hosted, saved, and then removed from the list', () => {
    const steps: [QueueEvent, Step | undefined][] = [
      [{ type: 'added', photos: [chosen('a')] }, 'preparing'],
      [prepared, 'ready'],
      [{ type: 'enqueued' }, 'ready'],
      [{ type: 'started' }, 'ready'],
      [{ type: 'sending', id: 'a' }, 'sending'],
      [{ type: 'progress', id: 'a', progress: 0.4 }, 'sending'],
      [{ type: 'progress', id: 'a', progress: 1 }, 'processing'],
      [hosted, 'processing'],
      [{ type: 'saving', id: 'a' }, 'saving'],
      [{ type: 'done', id: 'a' }, 'done'],
      [{ type: 'finished' }, undefined],
    ];
    let queue = emptyQueue;
    for (const [event, step] of steps) {
      queue = reduceQueue(queue, event);
      expect(stepOf(queue), event.type).toBe(step);
    }
    expect(queue.running).toBe(false);
  });

  test('is only saved, not sent again, when the connection was lost after the host stored it', () => {
    const queue = reduceAll(
      ...ready,
      { type: 'sending', id: 'a' },
      hosted,
      { type: 'saving', id: 'a' },
      { type: 'connectionLost', id: 'a' },
    );
    expect(stepOf(queue)).toBe('offline');
    const online = reduceQueue(queue, { type: 'online' });
    expect(stepOf(reduceQueue(online, { type: 'sending', id: 'a' }))).toBe('ready');
    expect(stepOf(reduceQueue(online, { type: 'saving', id: 'a' }))).toBe('saving');
  });
});

const ids = fc.constantFrom('a', 'b', 'c');
const anyEvent: fc.Arbitrary<QueueEvent> = fc.oneof(
  fc.record({
    type: fc.constant('prepared' as const),
    id: ids,
    prepared: fc.constant({ file: new File([], 'x') }),
  }),
  fc.record({ type: fc.constant('rejected' as const), id: ids, message: fc.constant('no') }),
  fc.record({ type: fc.constant('renamed' as const), id: ids, title: fc.string() }),
  fc.record({ type: fc.constant('removed' as const), id: ids }),
  fc.record({ type: fc.constant('enqueued' as const) }),
  fc.record({
    type: fc.constantFrom('sending' as const, 'saving' as const, 'connectionLost' as const, 'done' as const),
    id: ids,
  }),
  fc.record({ type: fc.constant('progress' as const), id: ids, progress: fc.double({ noNaN: true }) }),
  fc.record({
    type: fc.constant('hosted' as const),
    id: ids,
    hosted: fc.constant({ url: 'https://host.example/p' }),
  }),
  fc.record({ type: fc.constant('failed' as const), id: ids, isNetworkError: fc.boolean() }),
  fc.constantFrom(
    { type: 'online' as const },
    { type: 'stopped' as const },
    { type: 'started' as const },
    { type: 'finished' as const },
  ),
);

test('events in any order never restore a removed photo, save one that is not hosted, or send one twice', () => {
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 60 }), (events) => {
      let queue = reduceAll({ type: 'added', photos: ['a', 'b', 'c'].map(chosen) });
      for (const event of events) {
        const previousById = new Map<string, QueuedPhoto>(queue.photos.map((photo) => [photo.id, photo]));
        queue = reduceQueue(queue, event);
        for (const photo of queue.photos) {
          const previous = previousById.get(photo.id);
          expect(previous, 'a removed photo').toBeDefined();
          expect(photo.progress >= 0 && photo.progress <= 1).toBe(true);
          if (photo.step === 'saving' || photo.step === 'done') expect(photo.hosted).toBeDefined();
          if (photo.step === 'failed' || photo.step === 'done') expect(photo.isQueued).toBe(false);
          if (previous?.step === 'done') expect(photo.step).toBe('done');
          if (previous?.hosted)
            expect(['sending', 'processing'].includes(photo.step) && photo.step !== previous.step).toBe(
              false,
            );
          if (previous?.savedTitle !== undefined)
            expect(photo).toMatchObject({
              savedTitle: previous.savedTitle,
              idempotencyKey: previous.idempotencyKey,
            });
        }
      }
    }),
    { numRuns: 500 },
  );
});
