import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Day } from '#contract/days.ts';
import { type Change, mergeChanges } from './merge-changes.ts';

const change = (changes: Partial<Change>): Change => ({
  id: `${changes.recorded_at ?? changes.changed_at ?? 0}`.padStart(3, '0'),
  operation_id: `${changes.writer} ${changes.changed_at}`,
  status: 'arrived',
  deferred_until: null,
  changed_at: 0,
  recorded_at: changes.changed_at ?? 0,
  writer: 'a',
  role: 'door',
  device: '',
  seen_changes: null,
  is_scan: null,
  ...changes,
});

test('nothing stands without a change', () => {
  expect(mergeChanges([])).toEqual({ standing: undefined });
});

test.each<[string, Partial<Change>[], string | undefined]>([
  [
    'one device, offline, changes its mind',
    [{ status: 'fulfilled' }, { changed_at: 1, recorded_at: 9 }],
    undefined,
  ],
  ['the same on two devices', [{}, { writer: 'b', changed_at: -1, recorded_at: 9 }], undefined],
  [
    'arrival on one device, the outcome on another',
    [{ recorded_at: 9 }, { writer: 'b', changed_at: 1, recorded_at: 9, status: 'fulfilled' }],
    undefined,
  ],
  [
    'a contradiction that the later device did not know',
    [{ recorded_at: 9 }, { writer: 'b', changed_at: 1, recorded_at: 9, status: 'noshow' }],
    'arrived noshow',
  ],
  [
    'a contradiction that the later device knew',
    [{}, { writer: 'b', changed_at: 1, status: 'noshow' }],
    undefined,
  ],
  [
    'the earlier change arrives later',
    [{ status: 'fulfilled' }, { writer: 'b', changed_at: -5, recorded_at: 9, status: 'noshow' }],
    'noshow fulfilled',
  ],
  [
    'different days of a deferral',
    [
      { status: 'deferred', deferred_until: '2027-01-01' as Day, recorded_at: 9 },
      { writer: 'b', status: 'deferred', deferred_until: '2027-02-01' as Day, changed_at: 1, recorded_at: 9 },
    ],
    'deferred deferred',
  ],
  [
    'door staff who know both do not decide',
    [
      { recorded_at: 9 },
      { writer: 'b', status: 'noshow', changed_at: 1, recorded_at: 9 },
      { writer: 'c', status: 'fulfilled', changed_at: 10 },
    ],
    'arrived noshow fulfilled',
  ],
  [
    'door staff who know both undo their own change',
    [
      { status: 'fulfilled', recorded_at: 9 },
      { writer: 'b', status: 'noshow', changed_at: 1, recorded_at: 10 },
      { status: 'booked', changed_at: 20, seen_changes: 2 },
    ],
    'fulfilled noshow booked',
  ],
  [
    'door staff who know both repeat their own change',
    [
      { status: 'fulfilled', recorded_at: 9 },
      { writer: 'b', status: 'noshow', changed_at: 1, recorded_at: 10 },
      { status: 'fulfilled', changed_at: 20, seen_changes: 2 },
    ],
    'fulfilled noshow fulfilled',
  ],
  [
    'a device that had not heard of the other one changes its mind',
    [
      { status: 'noshow', recorded_at: 9 },
      { writer: 'b', status: 'fulfilled', changed_at: 1, recorded_at: 10 },
      { status: 'booked', changed_at: 2, recorded_at: 11, seen_changes: 1 },
    ],
    'fulfilled booked',
  ],
  [
    'door staff who know of a pass that was scanned twice undo it',
    [
      { is_scan: 1, recorded_at: 9 },
      { writer: 'b', is_scan: 1, changed_at: 1, recorded_at: 10 },
      { writer: 'b', status: 'booked', changed_at: 20, seen_changes: 2 },
    ],
    'arrived arrived booked',
  ],
  [
    'devices that know of one conflict contradict each other again',
    [
      { recorded_at: 9, seen_changes: 0 },
      { writer: 'b', status: 'noshow', changed_at: 1, recorded_at: 10, seen_changes: 0 },
      { status: 'fulfilled', changed_at: 20, recorded_at: 30, seen_changes: 2 },
      { writer: 'b', status: 'cancelled', changed_at: 21, recorded_at: 31, seen_changes: 2 },
    ],
    'arrived noshow fulfilled cancelled',
  ],
  [
    'devices that scanned one pass contradict each other later',
    [
      { is_scan: 1, recorded_at: 9, seen_changes: 0 },
      { writer: 'b', is_scan: 1, changed_at: 1, recorded_at: 10, seen_changes: 0 },
      { status: 'fulfilled', changed_at: 20, recorded_at: 30, seen_changes: 2 },
      { writer: 'b', status: 'noshow', changed_at: 21, recorded_at: 31, seen_changes: 2 },
    ],
    'arrived arrived fulfilled noshow',
  ],
  [
    'three devices that did not know of each other',
    [
      { status: 'fulfilled', seen_changes: 0 },
      { writer: 'b', status: 'noshow', changed_at: 1, seen_changes: 0 },
      { writer: 'c', status: 'cancelled', changed_at: 2, seen_changes: 0 },
    ],
    'fulfilled noshow cancelled',
  ],
  [
    'an outcome after a conflict, which the other device contradicts with what it had queued',
    [
      { recorded_at: 1, seen_changes: 0 },
      { writer: 'b', status: 'noshow', changed_at: 1, recorded_at: 2, seen_changes: 0 },
      { status: 'fulfilled', changed_at: 3, recorded_at: 3, seen_changes: 2 },
      { writer: 'b', changed_at: 4, recorded_at: 4, seen_changes: 1 },
    ],
    'arrived noshow fulfilled arrived',
  ],
  [
    'what a third device knew of one side only',
    [
      { status: 'noshow', recorded_at: 1, seen_changes: 0 },
      { writer: 'b', status: 'fulfilled', changed_at: 1, recorded_at: 2, seen_changes: 0 },
      { writer: 'c', changed_at: 2, recorded_at: 3, seen_changes: 1 },
    ],
    'noshow fulfilled arrived',
  ],
  [
    'what both devices knew is no choice',
    [
      { writer: 'c' },
      { status: 'fulfilled', changed_at: 1, recorded_at: 9, seen_changes: 1 },
      { writer: 'b', status: 'noshow', changed_at: 2, recorded_at: 10, seen_changes: 1 },
    ],
    'fulfilled noshow',
  ],
  [
    'a coordinator decides after door staff have changed it',
    [
      { status: 'fulfilled', recorded_at: 9 },
      { writer: 'b', status: 'noshow', changed_at: 1, recorded_at: 10 },
      { status: 'booked', changed_at: 20, seen_changes: 2 },
      { writer: 'c', status: 'fulfilled', changed_at: 30, seen_changes: 3, role: 'coordinator' },
    ],
    undefined,
  ],
  [
    'a coordinator who knows both decides',
    [
      { recorded_at: 9 },
      { writer: 'b', status: 'noshow', changed_at: 1, recorded_at: 9 },
      { writer: 'c', status: 'arrived', changed_at: 10, role: 'coordinator' },
    ],
    undefined,
  ],
  [
    'a coordinator who did not know does not decide',
    [
      { recorded_at: 9 },
      { writer: 'b', status: 'noshow', changed_at: 1, recorded_at: 9 },
      { writer: 'c', status: 'noshow', changed_at: 2, recorded_at: 3, role: 'coordinator' },
    ],
    'arrived noshow noshow',
  ],
  [
    'a contradiction on a device whose list was older than what another had sent',
    [
      { status: 'fulfilled' },
      { writer: 'b', status: 'noshow', changed_at: 1, recorded_at: 9, seen_changes: 0 },
    ],
    'fulfilled noshow',
  ],
  [
    'a contradiction on a device whose list had it and whose clock is behind',
    [
      { status: 'fulfilled', recorded_at: 2 },
      { writer: 'b', status: 'noshow', changed_at: 1, recorded_at: 9, seen_changes: 1 },
    ],
    undefined,
  ],
  [
    'a coordinator decides only about what the list had',
    [
      { recorded_at: 9 },
      { writer: 'b', status: 'noshow', changed_at: 1, recorded_at: 10 },
      { writer: 'c', status: 'arrived', changed_at: 20, seen_changes: 1, role: 'coordinator' },
    ],
    'noshow arrived',
  ],
  [
    'a pass that two devices scanned, one of them followed by the outcome',
    [
      { is_scan: 1, recorded_at: 9 },
      { writer: 'b', is_scan: 1, changed_at: 1, recorded_at: 10 },
      { writer: 'b', status: 'fulfilled', changed_at: 2, recorded_at: 11 },
    ],
    'arrived arrived fulfilled',
  ],
  [
    'a pass that was scanned on one device, and a tap on another',
    [
      { is_scan: 1, recorded_at: 9 },
      { writer: 'b', changed_at: 1, recorded_at: 10 },
    ],
    undefined,
  ],
  [
    'a scan that somebody undid before the next one',
    [
      { is_scan: 1 },
      { writer: 'b', status: 'booked', changed_at: 1, seen_changes: 1 },
      { writer: 'c', is_scan: 1, changed_at: 2, recorded_at: 9, seen_changes: 0 },
    ],
    undefined,
  ],
  [
    'a pass that was scanned twice, and a coordinator who knows',
    [
      { is_scan: 1, recorded_at: 9 },
      { writer: 'b', is_scan: 1, changed_at: 1, recorded_at: 10 },
      { writer: 'c', changed_at: 20, seen_changes: 2, role: 'coordinator' },
    ],
    undefined,
  ],
])('%s', (_, changes, conflict) => {
  const merged = mergeChanges(changes.map(change));
  expect(merged.conflict?.map(({ status }) => status).join(' ')).toBe(conflict);
  if (conflict) expect(merged.conflict?.at(-1)).toBe(merged.standing);
});

test('the result does not depend on the order, and every contradiction of two offline devices is shown', () => {
  const statuses = ['arrived', 'fulfilled', 'noshow', 'booked'] as const;
  const ofWriter = (writer: string) =>
    fc
      .array(fc.record({ status: fc.constantFrom(...statuses), changed_at: fc.nat(50) }), { minLength: 1 })
      .map((all) =>
        all.map((each, n) => change({ ...each, writer, recorded_at: 100, operation_id: `${writer}${n}` })),
      );
  fc.assert(
    fc.property(ofWriter('a'), ofWriter('b'), fc.infiniteStream(fc.nat()), (a, b, random) => {
      const merged = mergeChanges([...a, ...b]);
      const shuffled = [...a, ...b]
        .map((each) => [random.next().value, each] as const)
        .sort(([one], [other]) => one - other)
        .map(([, each]) => each);
      expect(mergeChanges(shuffled)).toEqual(merged);
      const last = (of: Change[]) => mergeChanges(of).standing as Change;
      const [one, other] = [last(a), last(b)];
      expect([one, other]).toContain(merged.standing);
      const isHarmless = [one.status, other.status].includes('booked') || one.status === other.status;
      const isProgress = [one.status, other.status].sort().join() === 'arrived,fulfilled';
      if (!merged.conflict) expect(isHarmless || isProgress).toBe(true);
    }),
  );
});

test('after anything that three devices record, two last changes that contradict each other are both shown', () => {
  const one = fc.record({
    writer: fc.constantFrom('a', 'b', 'c'),
    status: fc.constantFrom('arrived', 'fulfilled', 'noshow', 'cancelled', 'booked'),
    unseen: fc.nat(4),
  });
  fc.assert(
    fc.property(fc.array(one, { minLength: 2, maxLength: 8 }), (all) => {
      const changes = all.map(({ unseen, ...each }, n) => {
        // A device knows its own changes.
        const own = all.slice(0, n).findLastIndex(({ writer }) => writer === each.writer) + 1;
        const seen = Math.max(own, n - unseen);
        return change({ ...each, changed_at: n, recorded_at: n, operation_id: `${n}`, seen_changes: seen });
      });
      const { conflict = [], standing } = mergeChanges(changes);
      expect(standing).toBe(changes.at(-1));
      const last = ['a', 'b', 'c'].flatMap((name) => changes.findLast(({ writer }) => writer === name) ?? []);
      for (const earlier of last)
        for (const later of last) {
          const isUnaware =
            earlier.changed_at < later.changed_at && (later.seen_changes ?? 0) <= earlier.changed_at;
          const isHarmless =
            earlier.status === later.status ||
            earlier.status === 'booked' ||
            (earlier.status === 'arrived' && later.status === 'fulfilled');
          if (isUnaware && !isHarmless) expect(conflict).toEqual(expect.arrayContaining([earlier, later]));
        }
    }),
    { numRuns: 3000 },
  );
});
