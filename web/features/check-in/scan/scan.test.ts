import { expect, test, vi } from 'vitest';
import type { AppointmentStatus } from '#contract/values.ts';
import type { CheckInState, CheckInStore } from '../device/check-in-store.ts';
import type { CheckedPass, Verdict } from './check-pass.ts';
import { createScanner } from './scan.ts';

/** Creates a device whose own list gives the pass of `id` one verdict, and the server's list another. */
function createDoor({ own, current = own }: { own: Verdict; current?: Verdict }) {
  const state = { rows: [], rejected: [], error: undefined } as unknown as CheckInState;
  const shown: (Verdict | 'checking' | undefined)[] = [];
  const recorded: string[] = [];
  const signals: string[] = [];
  const dismissed: string[] = [];
  const door = {
    state,
    shown,
    recorded,
    signals,
    dismissed,
    sync: () => Promise.resolve(),
    whenSettled: (_: string): ReturnType<CheckInStore['whenSettled']> => Promise.resolve(undefined),
  };
  const checkIn: Pick<CheckInStore, 'sync' | 'whenSettled' | 'getState' | 'dismiss'> = {
    sync: () => door.sync(),
    whenSettled: (id) => door.whenSettled(id),
    getState: () => state,
    dismiss: async ({ operation }) => void dismissed.push(operation.operationId),
  };
  const scanner = createScanner({
    checkIn,
    setStatus: async ({ appointmentId }) => {
      recorded.push(appointmentId);
      return `operation of ${appointmentId}`;
    },
    check: async (id, isCurrent): Promise<CheckedPass> => ({
      verdict: id === 'known' ? 'valid' : isCurrent ? current : own,
      appointmentId: id,
    }),
    isOnline: () => true,
    show: (checked) => shown.push(typeof checked === 'object' ? checked.verdict : checked),
    signal: (kind) => signals.push(kind),
  });
  return { ...door, scanner, door };
}

const change = (status: string, operationId = 'other') => ({ status, operationId });

test('text that matches no donor ends the check of a pass and replaces its verdict, with a signal', async () => {
  const { scanner, shown, recorded, signals, door } = createDoor({ own: 'unchecked', current: 'valid' });
  const sync = Promise.withResolvers<void>();
  door.sync = () => sync.promise;
  const scanned = scanner.scan('new');
  await vi.waitFor(() => expect(shown).toEqual(['checking']));
  scanner.showNoMatch();
  sync.resolve();
  await scanned;
  expect(shown).toEqual(['checking', 'no-match']);
  expect(signals).toEqual(['warning']);
  expect(recorded).toEqual([]);
});

test('a pass of a newer booking is checked with the server', async () => {
  const { scanner, shown, recorded } = createDoor({ own: 'unchecked', current: 'valid' });
  await scanner.scan('new');
  expect(shown).toEqual(['checking', 'valid']);
  expect(recorded).toEqual(['new']);
});

test('if the server does not respond, the verdict of the device replaces the previous one after 3 seconds', async () => {
  vi.useFakeTimers();
  const { scanner, shown, recorded, door } = createDoor({ own: 'unchecked', current: 'valid' });
  await scanner.scan('known');
  door.sync = () => new Promise(() => {});
  const scanned = scanner.scan('new');
  await vi.advanceTimersByTimeAsync(2900);
  expect(shown).toEqual(['valid', 'checking']);
  await vi.advanceTimersByTimeAsync(200);
  await scanned;
  expect(shown).toEqual(['valid', 'checking', 'unchecked']);
  expect(recorded).toEqual(['known']);
  vi.useRealTimers();
});

test('a late response does not replace the verdict of the next pass, and records nothing', async () => {
  const { scanner, shown, recorded, door } = createDoor({ own: 'unchecked', current: 'valid' });
  let respond = () => {};
  door.sync = () => new Promise((resolve) => (respond = resolve));
  const late = scanner.scan('late');
  await vi.waitFor(() => expect(shown).toEqual(['checking']));
  await scanner.scan('known');
  respond();
  await late;
  expect(shown).toEqual(['checking', 'valid']);
  expect(recorded).toEqual(['known']);
});

test.each<[AppointmentStatus, Verdict[]]>([
  ['cancelled', ['cancelled']],
  ['arrived', ['used']],
  ['not-given', ['used']],
  ['noshow', []],
  ['booked', []],
])(
  'the status before the scan, which the server returns, corrects the verdict: %s',
  async (statusBefore, corrected) => {
    const { scanner, shown, signals, door } = createDoor({ own: 'valid' });
    door.whenSettled = async () => ({ kind: 'status', status: 'arrived', statusBefore });
    await scanner.scan('a');
    expect(shown).toEqual(['valid', ...corrected]);
    expect(signals[0]).toBe('good');
    expect(signals).toHaveLength(1 + corrected.length);
  },
);

test('a pass whose donor has just canceled: the verdict says it, and not the list of rejected changes', async () => {
  const { scanner, shown, signals, dismissed, state, door } = createDoor({ own: 'valid' });
  door.whenSettled = async () => {
    Object.assign(state, { rejected: [{ operation: change('arrived', 'operation of a') }] });
    return undefined;
  };
  await scanner.scan('a');
  expect(shown).toEqual(['valid', 'missing']);
  expect(signals).toEqual(['good', 'bad']);
  expect(dismissed).toEqual(['operation of a']);
});

test('a check that is pending when the page is left records nothing', async () => {
  const { scanner, recorded, door } = createDoor({ own: 'unchecked', current: 'valid' });
  let respond = () => {};
  door.sync = () => new Promise((resolve) => (respond = resolve));
  const scanned = scanner.scan('new');
  await vi.waitFor(() => expect(door.shown).toEqual(['checking']));
  scanner.clear();
  respond();
  await scanned;
  expect(recorded).toEqual([]);
});

test('after undo, a correction of the pass is not shown', async () => {
  const { scanner, shown, dismissed, state, door } = createDoor({ own: 'valid' });
  door.whenSettled = async () => {
    Object.assign(state, { rejected: [{ operation: change('arrived', 'operation of a') }] });
    scanner.clear();
    return undefined;
  };
  await scanner.scan('a');
  expect(shown).toEqual(['valid', undefined]);
  expect(dismissed).toEqual([]);
});
