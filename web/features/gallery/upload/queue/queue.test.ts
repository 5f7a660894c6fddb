import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { emptyQueue, type Photo, type Queue, type QueueEvent, reduceQueue, type Step } from './queue.ts';

const chosen = (id: string) => ({ id, file: new File(['x'], `${id}.jpg`), title: id, key: `key-${id}` });
const told = (...events: QueueEvent[]): Queue => events.reduce(reduceQueue, emptyQueue);
const stepOf = (queue: Queue, id = 'a') => queue.photos.find((photo) => photo.id === id)?.step;

const prepared: QueueEvent = { type: 'prepared', id: 'a', prepared: { file: new File(['x'], 'a.jpg') } };
const hosted: QueueEvent = { type: 'hosted', id: 'a', hosted: { url: 'https://host.example/a' } };
const ready: QueueEvent[] = [
  { type: 'added', photos: [chosen('a')] },
  prepared,
  { type: 'wanted' },
  { type: 'started' },
];

describe('a photo on its way', () => {
  test('is prepared, sent, taken by the host, saved, and then leaves the list', () => {
    const way: [QueueEvent, Step | undefined][] = [
      [{ type: 'added', photos: [chosen('a')] }, 'preparing'],
      [prepared, 'ready'],
      [{ type: 'wanted' }, 'ready'],
      [{ type: 'started' }, 'ready'],
      [{ type: 'sending', id: 'a' }, 'sending'],
      [{ type: 'sent', id: 'a', share: 0.4 }, 'sending'],
      [{ type: 'sent', id: 'a', share: 1 }, 'hosting'],
      [hosted, 'hosting'],
      [{ type: 'saving', id: 'a' }, 'saving'],
      [{ type: 'done', id: 'a' }, 'done'],
      [{ type: 'ended' }, undefined],
    ];
    let queue = emptyQueue;
    for (const [event, step] of way) {
      queue = reduceQueue(queue, event);
      expect(stepOf(queue), event.type).toBe(step);
    }
    expect(queue.running).toBe(false);
  });

  test('that lost the line after the host had it is only saved when the line is back', () => {
    const queue = told(
      ...ready,
      { type: 'sending', id: 'a' },
      hosted,
      { type: 'saving', id: 'a' },
      {
        type: 'lost',
        id: 'a',
      },
    );
    expect(stepOf(queue)).toBe('offline');
    const back = reduceQueue(queue, { type: 'online' });
    expect(stepOf(reduceQueue(back, { type: 'sending', id: 'a' }))).toBe('ready');
    expect(stepOf(reduceQueue(back, { type: 'saving', id: 'a' }))).toBe('saving');
  });
});

const ids = fc.constantFrom('a', 'b', 'c');
const anyEvent: fc.Arbitrary<QueueEvent> = fc.oneof(
  fc.record({
    type: fc.constant('prepared' as const),
    id: ids,
    prepared: fc.constant({ file: new File([], 'x') }),
  }),
  fc.record({ type: fc.constant('refused' as const), id: ids, words: fc.constant('no') }),
  fc.record({ type: fc.constant('renamed' as const), id: ids, title: fc.string() }),
  fc.record({ type: fc.constant('removed' as const), id: ids }),
  fc.record({ type: fc.constant('wanted' as const) }),
  fc.record({
    type: fc.constantFrom('sending' as const, 'saving' as const, 'lost' as const, 'done' as const),
    id: ids,
  }),
  fc.record({ type: fc.constant('sent' as const), id: ids, share: fc.double({ noNaN: true }) }),
  fc.record({
    type: fc.constant('hosted' as const),
    id: ids,
    hosted: fc.constant({ url: 'https://host.example/p' }),
  }),
  fc.record({ type: fc.constant('failed' as const), id: ids, byLine: fc.boolean() }),
  fc.constantFrom(
    { type: 'online' as const },
    { type: 'stopped' as const },
    { type: 'started' as const },
    { type: 'ended' as const },
  ),
);

test('whatever is told in whatever order: nothing comes back, nothing is saved that no host has, nothing is sent twice', () => {
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 60 }), (events) => {
      let queue = told({ type: 'added', photos: ['a', 'b', 'c'].map(chosen) });
      for (const event of events) {
        const before = new Map<string, Photo>(queue.photos.map((photo) => [photo.id, photo]));
        queue = reduceQueue(queue, event);
        for (const photo of queue.photos) {
          const was = before.get(photo.id);
          expect(was, 'a photo that had gone').toBeDefined();
          expect(photo.share >= 0 && photo.share <= 1).toBe(true);
          if (photo.step === 'saving' || photo.step === 'done') expect(photo.hosted).toBeDefined();
          if (photo.step === 'failed' || photo.step === 'done') expect(photo.wanted).toBe(false);
          if (was?.step === 'done') expect(photo.step).toBe('done');
          if (was?.hosted)
            expect(['sending', 'hosting'].includes(photo.step) && photo.step !== was.step).toBe(false);
          if (was?.savedAs !== undefined) expect(photo).toMatchObject({ savedAs: was.savedAs, key: was.key });
        }
      }
    }),
    { numRuns: 500 },
  );
});
