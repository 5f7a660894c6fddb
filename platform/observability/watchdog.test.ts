import { expect, test, vi } from 'vitest';
import { testLog } from '../testing/log-collector.ts';
import type { MetricsRegistry } from './metrics-registry.ts';
import { createWatchdog } from './watchdog.ts';

function openWatchdog(times?: () => { now: number; cpu: number }) {
  const lines: string[] = [];
  const count = vi.fn();
  const metrics: MetricsRegistry = { counter: () => count, gauge: () => {} };
  const watchdog = createWatchdog(testLog({ read: (line) => void lines.push(line) }), metrics, times);
  const blocks = () =>
    lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'event loop blocked');
  return { watchdog, blocks, count };
}

/** Keeps this thread busy until it has used this much CPU time. */
function work(ms: number): void {
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
    async () => work(600),
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

test('ignores time in which the process did not run, and logs at most one line in 10 s', () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const at = { now: 0, cpu: 0 };
  const { watchdog, blocks, count } = openWatchdog(() => ({ ...at }));
  const tick = (now: number, cpu: number) => {
    at.now += now;
    at.cpu += cpu;
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
