import { expect, test, vi } from 'vitest';
import { testLog } from '../testing/log-collector.ts';
import type { MetricsRegistry } from './metrics-registry.ts';
import { createWatchdog } from './watchdog.ts';

function openWatchdog(times?: () => { now: number; cpu: number }) {
  const lines: string[] = [];
  const count = vi.fn();
  const metrics: MetricsRegistry = { counter: () => count, gauge: () => {} };
  const watchdog = createWatchdog(testLog({ onLine: (line) => void lines.push(line) }), metrics, times);
  const blocks = () =>
    lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'event loop blocked');
  return { watchdog, blocks, count };
}

/** Keeps this thread busy until it has used this much CPU time. */
function keepBusy(ms: number): void {
  const previous = process.threadCpuUsage();
  for (;;) {
    const { user, system } = process.threadCpuUsage(previous);
    if ((user + system) / 1000 > ms) return;
  }
}

test('logs the route or job that blocked the event loop, and the others in flight', async () => {
  const { watchdog, blocks, count } = openWatchdog();
  const waiting = Promise.withResolvers<void>();
  const job = watchdog.watch(
    () => 'job outbox',
    () => waiting.promise,
  );
  await watchdog.watch(
    () => 'PUT /api/user',
    async () => keepBusy(600),
  );
  await expect.poll(blocks).toHaveLength(1);
  const [block] = blocks();
  expect(block).toMatchObject({ level: 40, blockedMs: expect.any(Number), unlogged: 0 });
  expect(block.during).toEqual([
    expect.stringMatching(/^PUT \/api\/user \(\d+ ms\)$/),
    expect.stringMatching(/^job outbox \(\d+ ms\)$/),
  ]);
  expect(count).toHaveBeenCalledWith({}, expect.any(Number));
  waiting.resolve();
  await job;
  watchdog.stop();
});

test('keeps no request in memory that has ended', async () => {
  const { watchdog } = openWatchdog();
  const name = vi.fn(() => 'GET /');
  const add = vi.spyOn(Set.prototype, 'add');
  await watchdog.watch(name, async () => expect(name).not.toHaveBeenCalled());
  expect(name).toHaveBeenCalledOnce();
  expect(add.mock.calls.flat()).toHaveLength(1);
  expect(add.mock.calls.flat()).not.toContainEqual(expect.objectContaining({ name }));
  add.mockRestore();
  watchdog.stop();
});

test('ignores time in which the process did not run, and logs at most one line in 10 s', () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const times = { now: 0, cpu: 0 };
  const { watchdog, blocks, count } = openWatchdog(() => ({ ...times }));
  const tick = (now: number, cpu: number) => {
    times.now += now;
    times.cpu += cpu;
    vi.advanceTimersByTime(100);
  };
  tick(5000, 20);
  tick(300, 300);
  expect(count).not.toHaveBeenCalled();
  tick(1100, 1000);
  tick(600, 600);
  expect(blocks()).toMatchObject([{ blockedMs: 1000, during: [], unlogged: 0 }]);
  tick(10_000, 9000);
  expect(blocks()).toMatchObject([{ blockedMs: 1000 }, { blockedMs: 9000, unlogged: 1 }]);
  expect(count.mock.calls).toEqual([
    [{}, 1],
    [{}, 0.5],
    [{}, 9],
  ]);
  watchdog.stop();
  vi.useRealTimers();
});
