import { describe, expect, test } from 'vitest';
import { createConcurrencyGate, watchEventLoop } from './load-shedder.ts';

function open({ whenBusy = 4, ever = 8 } = {}) {
  const at = { busy: true, ms: 1000, endRound: () => {} };
  const admission = createConcurrencyGate({
    loop: { isBusy: () => at.busy },
    limits: { whenBusy, ever },
    now: () => at.ms,
    atEndOfRound: (done) => {
      at.endRound = done;
    },
  });
  const finish: (() => void)[] = [];
  const begin = (many: number) => {
    for (let n = 0; n < many; n += 1)
      void admission.during(() => new Promise((resolve) => finish.push(resolve)));
  };
  const end = async (many: number) => {
    for (const done of finish.splice(0, many)) done();
    await new Promise(setImmediate);
  };
  const take = (many: number) => {
    for (let n = 0; n < many; n += 1) admission.take();
  };
  return { admission, at, begin, end, take, reason: () => admission.reasonToRefuse() };
}

test('many are an overload only while the event loop has no idle time, and few never', () => {
  const { at, begin, reason } = open();
  begin(3);
  expect(reason()).toBeUndefined();
  at.busy = false;
  begin(4);
  expect(reason()).toBeUndefined();
  at.busy = true;
  expect(reason()).toBe('under_way');
});

test('more than the upper bound never come in, whatever they wait for', async () => {
  const { at, begin, end, reason } = open();
  at.busy = false;
  begin(8);
  expect(reason()).toBe('under_way');
  await end(2);
  expect(reason()).toBe('under_way');
  await end(1);
  expect(reason()).toBeUndefined();
});

test('it opens again by itself, and not with the first one that is done; work that fails is done, too', async () => {
  const { admission, begin, end, reason } = open();
  begin(3);
  const failing = admission.during(() => Promise.reject(new Error('broken')));
  expect(reason()).toBe('under_way');
  await expect(failing).rejects.toThrow('broken');
  expect(reason()).toBe('under_way');
  await end(1);
  expect(reason()).toBeUndefined();
  begin(1);
  expect(reason()).toBeUndefined();
});

describe('a round of the event loop', () => {
  test('that goes on for long with many is full, and the next one begins anew', () => {
    const { at, take, reason } = open();
    take(512);
    expect(reason()).toBeUndefined();
    at.ms += 100;
    expect(reason()).toBe('round');
    at.endRound();
    expect(reason()).toBeUndefined();
    take(512);
    expect(reason()).toBeUndefined();
  });

  test('takes a few however long the machine pauses, and many that are done fast', () => {
    const few = open();
    few.take(511);
    few.at.ms += 60_000;
    expect(few.reason()).toBeUndefined();
    const many = open();
    many.take(5000);
    many.at.ms += 99;
    expect(many.reason()).toBeUndefined();
  });

  test('with the real event loop a round ends', async () => {
    let ms = 0;
    const admission = createConcurrencyGate({ now: () => ms });
    for (let n = 0; n < 600; n += 1) admission.take();
    ms = 1000;
    expect(admission.reasonToRefuse()).toBe('round');
    await new Promise(setImmediate);
    expect(admission.reasonToRefuse()).toBeUndefined();
  });
});

describe('an event loop', () => {
  function openLoop() {
    const times = { idle: 0, active: 0 };
    const loop = watchEventLoop(() => ({ ...times }));
    const pass = (ms: number, activePart: number) => {
      times.active += ms * activePart;
      times.idle += ms * (1 - activePart);
      return loop.isBusy();
    };
    return { loop, pass };
  }

  test('without idle time is busy once a whole window says so, with some it is not', () => {
    const { loop, pass } = openLoop();
    expect([loop.isBusy(), pass(60, 1), pass(60, 1), loop.isBusy()]).toEqual([false, false, true, true]);
    const { pass: calm } = openLoop();
    for (let n = 0; n < 5; n += 1) expect(calm(120, 0.9)).toBe(false);
  });

  test('that is busy stays so until it has idle time in earnest; what was long ago says nothing of now', () => {
    const { pass } = openLoop();
    expect([0.99, 0.9, 0.7, 0.9].map((part) => pass(120, part))).toEqual([true, true, false, false]);
    expect(pass(120, 1)).toBe(true);
    expect(pass(60_000, 1)).toBe(false);
    expect(pass(120, 1)).toBe(true);
  });

  test('is busy while this thread works without a pause', async () => {
    const loop = watchEventLoop();
    const busyAfter = async (ms: number) => {
      for (const until = performance.now() + ms; performance.now() < until; ) await new Promise(setImmediate);
      return loop.isBusy();
    };
    await busyAfter(1);
    expect([await busyAfter(150), await busyAfter(150), await busyAfter(150)]).toContain(true);
  });
});
