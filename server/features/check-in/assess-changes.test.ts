import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Day } from '#contract/days.ts';
import { assessChanges, type Change } from './assess-changes.ts';

const change = (changes: Partial<Change>): Change => ({
  id: `${changes.writer} ${changes.changed_at}`,
  operation_id: `${changes.writer} ${changes.changed_at}`,
  status: 'arrived',
  deferred_until: null,
  changed_at: 0,
  recorded_at: changes.changed_at ?? 0,
  writer: 'a',
  role: 'door',
  device: '',
  is_scan: null,
  ...changes,
});
const hour = 3_600_000;
const coordinator = { writer: 'c', role: 'coordinator' } as const;
const different: Partial<Change>[] = [
  { status: 'fulfilled', recorded_at: 9 },
  { writer: 'b', status: 'noshow', changed_at: 1, recorded_at: 10 },
];
const scans: Partial<Change>[] = [
  { is_scan: 1, recorded_at: 9 },
  { writer: 'b', is_scan: 1, changed_at: 1, recorded_at: 10 },
];

test.each<[string, Partial<Change>[], boolean]>([
  ['no change', [], false],
  ['one device changes its mind', [{ status: 'fulfilled' }, { status: 'noshow', changed_at: 1 }], false],
  ['the same outcome on two devices', [{ status: 'fulfilled' }, { writer: 'b', status: 'fulfilled' }], false],
  ['arrival and outcome on two devices', [{}, { writer: 'b', status: 'fulfilled', changed_at: 1 }], false],
  ['different outcomes on two devices', different, true],
  [
    'an outcome, then an arrival and another outcome on another device',
    [
      { status: 'fulfilled' },
      { writer: 'b', changed_at: 1 },
      { writer: 'b', status: 'noshow', changed_at: 2 },
    ],
    true,
  ],
  [
    'different days of a deferral',
    ['2027-01-01', '2027-02-01'].map((day) => ({
      status: 'deferred',
      writer: day,
      deferred_until: day as Day,
    })),
    true,
  ],
  ['one of the outcomes undone by its device', [...different, { changed_at: 20 }], false],
  [
    'an outcome undone by another device',
    [...different, { writer: 'd', status: 'booked', changed_at: 20 }],
    false,
  ],
  [
    'an undone outcome, then another one',
    [
      { status: 'noshow' },
      { status: 'booked', changed_at: 1 },
      { writer: 'b', status: 'fulfilled', changed_at: 2 },
    ],
    false,
  ],
  ['a pass that two devices scanned', scans, true],
  ['a pass that one device scanned twice', [{ is_scan: 1 }, { is_scan: 1, changed_at: 1 }], false],
  ['a scan, and a tap on another device', [{ is_scan: 1 }, { writer: 'b', changed_at: 1 }], false],
  ['two scans and the outcome', [...scans, { writer: 'b', status: 'fulfilled', changed_at: 2 }], true],
  [
    'an undone scan, then another one',
    [{ is_scan: 1 }, { status: 'booked', changed_at: 1 }, { writer: 'b', is_scan: 1, changed_at: 2 }],
    false,
  ],
  ['door staff who repeat one outcome', [...different, { status: 'fulfilled', changed_at: 20 }], true],
  ['a coordinator confirms', [...different, { ...coordinator, status: 'noshow', changed_at: 20 }], false],
  ['a coordinator confirms a scanned pass', [...scans, { ...coordinator, changed_at: 20 }], false],
  [
    'a coordinator without a connection',
    [...different, { ...coordinator, status: 'noshow', changed_at: 20, recorded_at: hour }],
    true,
  ],
  ['a coordinator who scans the pass', [...scans, { ...coordinator, is_scan: 1, changed_at: 20 }], true],
  [
    'a coordinator before the other outcome was received',
    [
      { status: 'fulfilled', recorded_at: hour },
      { ...coordinator, status: 'noshow', changed_at: 20 },
    ],
    true,
  ],
  [
    'another outcome after a coordinator has confirmed',
    [
      ...different,
      { ...coordinator, status: 'fulfilled', changed_at: 20 },
      { writer: 'b', status: 'not-given', changed_at: 30 },
    ],
    true,
  ],
])('%s', (_, changes, needsCheck) => {
  expect(assessChanges(changes.map(change)).needsCheck).toBe(needsCheck);
});

test('the latest stands, and outcomes of two devices need a check, in whatever order changes arrive', () => {
  const statuses = ['arrived', 'fulfilled', 'noshow', 'booked'] as const;
  const ofWriter = (writer: string) =>
    fc
      .array(fc.record({ status: fc.constantFrom(...statuses), changed_at: fc.nat(50) }), { minLength: 1 })
      .map((all) => all.map((fields, n) => change({ ...fields, writer, operation_id: `${writer}${n}` })));
  fc.assert(
    fc.property(ofWriter('a'), ofWriter('b'), fc.infiniteStream(fc.nat()), (a, b, random) => {
      const all = [...a, ...b];
      const assessed = assessChanges(all);
      const shuffled = all
        .map((item) => [random.next().value, item] as const)
        .sort(([one], [other]) => one - other)
        .map(([, item]) => item);
      expect(assessChanges(shuffled)).toEqual(assessed);
      expect(new Set(assessed.sorted)).toEqual(new Set(all));
      expect(assessed.sorted.at(-1)?.changed_at).toBe(Math.max(...all.map((item) => item.changed_at)));
      const last = (of: Change[]) => assessChanges(of).sorted.at(-1)?.status;
      const isDifferent = [last(a), last(b)].sort().join() === 'fulfilled,noshow';
      const isUndone = all.some(({ status }) => status === 'booked');
      if (!isUndone) expect(assessed.needsCheck).toBe(isDifferent);
      else if (!isDifferent) expect(assessed.needsCheck).toBe(false);
    }),
  );
});
