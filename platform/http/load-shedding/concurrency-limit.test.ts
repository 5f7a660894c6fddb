import { describe, expect, test } from 'vitest';
import { createConcurrencyGate, watchEventLoop } from './concurrency-limit.ts';

function createTestGate({ whenBusy = 4, always = 8 } = {}) {
  const state = { busy: true, ms: 1000, endTick: () => {} };
  const gate = createConcurrencyGate({
    loop: { isBusy: () => state.busy },
    limits: { whenBusy, always },
    now: () => state.ms,
    onTickEnd: (done) => {
      state.endTick = done;
    },
  });
  const finish: (() => void)[] = [];
  const startRequests = (count: number) => {
    for (let n = 0; n < count; n += 1) void gate.track(() => new Promise((resolve) => finish.push(resolve)));
  };
  const finishRequests = async (count: number) => {
    for (const done of finish.splice(0, count)) done();
    await new Promise(setImmediate);
  };
  const accept = (count: number) => {
    for (let n = 0; n < count; n += 1) gate.accept();
  };
  return { gate, state, startRequests, finishRequests, accept, reason: () => gate.overloadReason() };
}

test('reports an overload only for many requests while the event loop has no idle time', () => {
  const { state, startRequests, reason } = createTestGate();
  startRequests(3);
  expect(reason()).toBeUndefined();
  state.busy = false;
  startRequests(4);
  expect(reason()).toBeUndefined();
  state.busy = true;
  expect(reason()).toBe('in_flight');
});

test('never accepts more than the upper limit', async () => {
  const { state, startRequests, finishRequests, reason } = createTestGate();
  state.busy = false;
  startRequests(8);
  expect(reason()).toBe('in_flight');
  await finishRequests(2);
  expect(reason()).toBe('in_flight');
  await finishRequests(1);
  expect(reason()).toBeUndefined();
});

test('accepts again only after enough requests are done, including failed ones', async () => {
  const { gate, startRequests, finishRequests, reason } = createTestGate();
  startRequests(3);
  const failing = gate.track(() => Promise.reject(new Error('broken')));
  expect(reason()).toBe('in_flight');
  await expect(failing).rejects.toThrow('broken');
  expect(reason()).toBe('in_flight');
  await finishRequests(1);
  expect(reason()).toBeUndefined();
  startRequests(1);
  expect(reason()).toBeUndefined();
});

describe('an event loop tick', () => {
  test('accepts no more after many requests and a long time; the next tick starts at zero', () => {
    const { state, accept, reason } = createTestGate();
    accept(512);
    expect(reason()).toBeUndefined();
    state.ms += 100;
    expect(reason()).toBe('tick');
    state.endTick();
    expect(reason()).toBeUndefined();
    accept(512);
    expect(reason()).toBeUndefined();
  });

  test('accepts a few requests after a long pause, and many that are done fast', () => {
    const few = createTestGate();
    few.accept(511);
    few.state.ms += 60_000;
    expect(few.reason()).toBeUndefined();
    const fast = createTestGate();
    fast.accept(5000);
    fast.state.ms += 99;
    expect(fast.reason()).toBeUndefined();
  });

  test('ends with the real event loop', async () => {
    let ms = 0;
    const gate = createConcurrencyGate({ now: () => ms });
    for (let n = 0; n < 600; n += 1) gate.accept();
    ms = 1000;
    expect(gate.overloadReason()).toBe('tick');
    await new Promise(setImmediate);
    expect(gate.overloadReason()).toBeUndefined();
  });
});

describe('watchEventLoop', () => {
  function createTestLoop() {
    const times = { idle: 0, active: 0 };
    const loop = watchEventLoop(() => ({ ...times }));
    const advance = (ms: number, activePart: number) => {
      times.active += ms * activePart;
      times.idle += ms * (1 - activePart);
      return loop.isBusy();
    };
    return { loop, advance };
  }

  test('reports busy only after a whole window without idle time', () => {
    const { loop, advance } = createTestLoop();
    expect([loop.isBusy(), advance(60, 1), advance(60, 1), loop.isBusy()]).toEqual([
      false,
      false,
      true,
      true,
    ]);
    const { advance: calm } = createTestLoop();
    for (let n = 0; n < 5; n += 1) expect(calm(120, 0.9)).toBe(false);
  });

  test('stays busy until there is substantial idle time, and ignores windows that are too old', () => {
    const { advance } = createTestLoop();
    expect([0.99, 0.9, 0.7, 0.9].map((part) => advance(120, part))).toEqual([true, true, false, false]);
    expect(advance(120, 1)).toBe(true);
    expect(advance(60_000, 1)).toBe(false);
    expect(advance(120, 1)).toBe(true);
  });

  test('reports busy while this thread works without a pause', async () => {
    const loop = watchEventLoop();
    const busyAfter = async (ms: number) => {
      for (const until = performance.now() + ms; performance.now() < until; ) await new Promise(setImmediate);
      return loop.isBusy();
    };
    await busyAfter(1);
    expect([await busyAfter(150), await busyAfter(150), await busyAfter(150)]).toContain(true);
  });
});
