import { expect, test, vi } from 'vitest';
import type { CheckIn, CheckInState } from './check-in.ts';
import type { CheckedPass, Verdict } from './check-pass.ts';
import { createScanner } from './scan.ts';

/** A device whose pass of `id` has one verdict by its own list, and another by the server's. */
function createDoor({ own, current = own }: { own: Verdict; current?: Verdict }) {
  const state = { rows: [], rejected: [], error: undefined } as unknown as CheckInState;
  const shown: (Verdict | 'checking' | undefined)[] = [];
  const recorded: string[] = [];
  const signals: string[] = [];
  const dismissed: string[] = [];
  const door = {
    ...{ state, shown, recorded, signals, dismissed },
    sync: () => Promise.resolve(),
    answered: (_: string): ReturnType<CheckIn['answered']> => Promise.resolve(undefined),
  };
  const checkIn: Pick<CheckIn, 'sync' | 'answered' | 'getState' | 'dismiss'> = {
    sync: () => door.sync(),
    answered: (id) => door.answered(id),
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

test('a pass of a newer booking is checked with the server', async () => {
  const { scanner, shown, recorded } = createDoor({ own: 'unchecked', current: 'valid' });
  await scanner.scan('new');
  expect(shown).toEqual(['checking', 'valid']);
  expect(recorded).toEqual(['new']);
});

test('a server that does not answer: the verdict of the device after 3 seconds, in place of the one before', async () => {
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

test('a late answer does not replace the verdict of the next pass, and records nothing', async () => {
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

test.each<[string, object, Verdict[]]>([
  [
    'the donor has just canceled',
    { rejected: [{ operation: change('arrived', 'operation of a') }] },
    ['missing'],
  ],
  ['the center has just canceled', { rows: [{ _id: 'a', conflict: [change('cancelled')] }] }, ['cancelled']],
  ['another device has scanned it', { rows: [{ _id: 'a', conflict: [change('arrived')] }] }, ['used']],
  ['another device thought that nobody came', { rows: [{ _id: 'a', conflict: [change('noshow')] }] }, []],
  ['... and undid that', { rows: [{ _id: 'a', conflict: [change('noshow'), change('booked')] }] }, []],
  ['only its own change is disputed', { rows: [{ _id: 'b', conflict: [change('arrived')] }] }, []],
])('what the server knows corrects the verdict: %s', async (_, known, corrected) => {
  const { scanner, shown, signals, dismissed, state, door } = createDoor({ own: 'valid' });
  door.answered = async () => {
    Object.assign(state, known);
    return undefined;
  };
  await scanner.scan('a');
  expect(shown).toEqual(['valid', ...corrected]);
  expect(signals[0]).toBe('good');
  expect(signals).toHaveLength(1 + corrected.length);
  // The verdict says it.
  expect(dismissed).toEqual(corrected.includes('missing') ? ['operation of a'] : []);
});

test('a pass of a donor whose arrival another device has just recorded was used', async () => {
  const { scanner, shown, door } = createDoor({ own: 'valid' });
  door.answered = async () => ({ kind: 'status', status: 'arrived', wasRecorded: true });
  await scanner.scan('a');
  expect(shown).toEqual(['valid', 'used']);
});

test('a check that the page is left with records nothing', async () => {
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
  door.answered = async () => {
    Object.assign(state, { rejected: [{ operation: change('arrived', 'operation of a') }] });
    scanner.clear();
    return undefined;
  };
  await scanner.scan('a');
  expect(shown).toEqual(['valid', undefined]);
  expect(dismissed).toEqual([]);
});
