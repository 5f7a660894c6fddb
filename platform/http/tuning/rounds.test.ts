import { expect, test } from 'vitest';
import { countRounds } from './rounds.ts';

function open() {
  const now = { ms: 1000 };
  let end = () => {};
  const rounds = countRounds(
    () => now.ms,
    (done) => {
      end = done;
    },
  );
  const take = (many: number) => {
    for (let n = 0; n < many; n += 1) rounds.take();
  };
  return { now, rounds, take, end: () => end() };
}

test('a round that goes on for long with many is full, and the next one begins anew', () => {
  const { now, rounds, take, end } = open();
  take(512);
  expect(rounds.isFull()).toBe(false);
  now.ms += 100;
  expect(rounds.isFull()).toBe(true);
  end();
  expect(rounds.isFull()).toBe(false);
  take(512);
  expect(rounds.isFull()).toBe(false);
});

test('a few are taken however long the machine pauses', () => {
  const { now, rounds, take } = open();
  take(511);
  now.ms += 60_000;
  expect(rounds.isFull()).toBe(false);
});

test('many that are done fast are taken', () => {
  const { now, rounds, take } = open();
  take(5000);
  now.ms += 99;
  expect(rounds.isFull()).toBe(false);
});

test('with the real event loop a round ends', async () => {
  let ms = 0;
  const rounds = countRounds(() => ms);
  for (let n = 0; n < 600; n += 1) rounds.take();
  ms = 1000;
  expect(rounds.isFull()).toBe(true);
  await new Promise(setImmediate);
  expect(rounds.isFull()).toBe(false);
});
