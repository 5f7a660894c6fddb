import { expect, test } from 'vitest';
import { watchEventLoop } from './event-loop.ts';

function open() {
  const times = { idle: 0, active: 0 };
  const loop = watchEventLoop(() => ({ ...times }));
  const pass = (ms: number, activePart: number) => {
    times.active += ms * activePart;
    times.idle += ms * (1 - activePart);
    return loop.isBusy();
  };
  return { loop, pass };
}

test('an event loop without idle time is busy once a whole window says so', () => {
  const { loop, pass } = open();
  expect(loop.isBusy()).toBe(false);
  expect(pass(60, 1)).toBe(false);
  expect(pass(60, 1)).toBe(true);
  expect(loop.isBusy()).toBe(true);
});

test('an event loop with some idle time is not busy', () => {
  const { pass } = open();
  for (let n = 0; n < 5; n += 1) expect(pass(120, 0.9)).toBe(false);
});

test('a busy one stays busy until it has idle time in earnest', () => {
  const { pass } = open();
  expect(pass(120, 0.99)).toBe(true);
  expect(pass(120, 0.9)).toBe(true);
  expect(pass(120, 0.7)).toBe(false);
  expect(pass(120, 0.9)).toBe(false);
});

test('what was long ago says nothing of now', () => {
  const { pass } = open();
  expect(pass(120, 1)).toBe(true);
  expect(pass(60_000, 1)).toBe(false);
  expect(pass(120, 1)).toBe(true);
});

test('the real one: busy while this thread works without a pause', async () => {
  const loop = watchEventLoop();
  const busyAfter = async (ms: number) => {
    for (const until = performance.now() + ms; performance.now() < until; ) await new Promise(setImmediate);
    return loop.isBusy();
  };
  await busyAfter(1);
  expect([await busyAfter(150), await busyAfter(150), await busyAfter(150)]).toContain(true);
});
