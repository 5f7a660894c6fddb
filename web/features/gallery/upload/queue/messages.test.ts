import { expect, test } from 'vitest';
import { announcement, stepMessages, titleOf } from './messages.ts';
import type { Photo, Step } from './queue.ts';

const photo = (name: string, step: Step, share = 0): Photo => ({
  id: name,
  file: new File(['x'], name),
  title: '',
  key: name,
  step,
  wanted: true,
  share,
});
const said = (running: boolean, ...photos: Photo[]) => announcement({ photos, running, refusals: [] });

test('each step has words of its own; a failure has none', () => {
  const steps: Step[] = ['preparing', 'ready', 'sending', 'hosting', 'saving', 'offline', 'done'];
  const words = steps.map((step) => stepMessages(photo('a', step, 0.456)));
  expect(new Set(words).size).toBe(steps.length);
  expect(words).toContain('Sending: 46%');
  expect(stepMessages(photo('a', 'failed'))).toBe('');
});

test('a screen reader hears one sentence a photo, however far it is', () => {
  const sentence = 'Uploading photo 2 of 2: b.jpg';
  for (const now of [
    photo('b.jpg', 'sending', 0.1),
    photo('b.jpg', 'sending', 0.9),
    photo('b.jpg', 'saving'),
  ])
    expect(said(true, photo('a.jpg', 'done'), now)).toBe(sentence);
});

test('it hears that the line has gone, and what can be tried again when all else is done', () => {
  expect(said(true, photo('a.jpg', 'offline'))).toMatch(/^You're offline/);
  expect(said(true, photo('a.jpg', 'failed'), photo('b.jpg', 'ready'))).toBe('');
  expect(said(false, photo('a.jpg', 'failed'))).toBe('You can retry: a.jpg');
  expect(said(false, photo('a.jpg', 'ready'))).toBe('');
});

test.each([
  ['blood_camp-2026.jpg', 'blood camp 2026'],
  ['Our  volunteers.final.PNG', 'Our volunteers.final'],
  ['রক্তদান শিবির.webp', 'রক্তদান শিবির'],
  ['IMG_20261121_101500.jpg', 'A photo from our community'],
  ['DSC-0042.JPG', 'A photo from our community'],
  ['.jpg', 'A photo from our community'],
  ['', 'A photo from our community'],
])('%j becomes %j', (name, title) => {
  expect(titleOf(name)).toBe(title);
});

test('a title fits into 200 characters and cuts no character in two', () => {
  const title = titleOf(`${'x'.repeat(199)}🩸🩸.png`);
  expect(title).toBe('x'.repeat(199));
});
