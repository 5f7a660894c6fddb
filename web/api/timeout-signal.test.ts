import { expect, test, vi } from 'vitest';
import { timeoutSignal } from './timeout-signal.ts';

test('works in browsers without AbortSignal.timeout', () => {
  vi.useFakeTimers();
  vi.stubGlobal('AbortSignal', undefined);
  const signal = timeoutSignal(3000);
  vi.advanceTimersByTime(2999);
  expect(signal.aborted).toBe(false);
  vi.advanceTimersByTime(1);
  expect(signal.aborted).toBe(true);
  expect(signal.reason).toMatchObject({ name: 'TimeoutError' });
  vi.unstubAllGlobals();
  vi.useRealTimers();
});
