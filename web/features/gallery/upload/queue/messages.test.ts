import { expect, test } from 'vitest';
import { describeProgress, stepMessage } from './messages.ts';
import type { QueuedPhoto, Step } from './queue.ts';

const photo = (name: string, step: Step, progress = 0): QueuedPhoto => ({
  id: name,
  file: new File(['x'], name),
  title: '',
  idempotencyKey: name,
  step,
  isQueued: true,
  progress,
});
const announce = (running: boolean, ...photos: QueuedPhoto[]) =>
  describeProgress({ photos, running, rejections: [] });

test('each step has its own message, except a failure', () => {
  const steps: Step[] = ['preparing', 'ready', 'sending', 'processing', 'saving', 'offline', 'done'];
  const messages = steps.map((step) => stepMessage(photo('a', step, 0.456)));
  expect(new Set(messages).size).toBe(steps.length);
  expect(messages).toContain('Uploading: 46%');
  expect(stepMessage(photo('a', 'failed'))).toBe('');
});

test('announces each photo once, whatever its progress', () => {
  const sentence = 'Uploading photo 2 of 2: b.jpg';
  for (const current of [
    photo('b.jpg', 'sending', 0.1),
    photo('b.jpg', 'sending', 0.9),
    photo('b.jpg', 'saving'),
  ])
    expect(announce(true, photo('a.jpg', 'done'), current)).toBe(sentence);
});

test('announces a lost connection, and the photos to retry at the end of the run', () => {
  expect(announce(true, photo('a.jpg', 'offline'))).toMatch(/^You're offline/);
  expect(announce(true, photo('a.jpg', 'failed'), photo('b.jpg', 'ready'))).toBe('');
  expect(announce(false, photo('a.jpg', 'failed'))).toBe('Not uploaded: a.jpg. Press Retry.');
  expect(announce(false, photo('a.jpg', 'ready'))).toBe('');
});
