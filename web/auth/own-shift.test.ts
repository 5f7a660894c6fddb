import { afterEach, expect, test, vi } from 'vitest';
import { recordServerTime } from '#web/api/site-clock.ts';
import { readStoredStaff, saveStaff } from './own-shift.ts';
import { sessionPersistence } from './persistence.ts';
import { createTestStorage } from './testing/test-storage.ts';

const now = Date.parse('2026-11-25T08:00:00Z');

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test.each([
  ['8 hours behind', -8],
  ['right', 0],
  ['13 hours ahead', 13],
])(
  'a shift ends after its 12 hours on a device whose clock is %s, even after an offline reload',
  (_, hours) => {
    const [localStorage, sessionStorage] = [createTestStorage(new Map()), createTestStorage(new Map())];
    vi.stubGlobal('window', { localStorage, sessionStorage });
    sessionPersistence.storeUid('u1');
    const deviceNow = now + hours * 3_600_000;
    vi.useFakeTimers({ now: deviceNow });
    const member = {
      roles: [],
      secondFactor: true,
      shiftEndsAt: new Date(now + 12 * 3_600_000).toISOString(),
    };
    recordServerTime(new Response('', { headers: { Date: new Date(now).toUTCString() } }));
    saveStaff('u1', member);
    // Act as a new page, which has not measured the difference between the clocks.
    recordServerTime(new Response('', { headers: { Date: new Date(deviceNow).toUTCString() } }));
    vi.setSystemTime(deviceNow + 12 * 3_600_000 - 1000);
    expect(readStoredStaff('u1')).toMatchObject({ secondFactor: true });
    vi.setSystemTime(deviceNow + 12 * 3_600_000);
    expect(readStoredStaff('u1')).toBeUndefined();
  },
);
