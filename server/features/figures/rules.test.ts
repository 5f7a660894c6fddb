import fc from 'fast-check';
import { expect, test } from 'vitest';
import { centerKey } from '#contract/center-key.ts';
import { type Day, utcDay } from '#contract/days.ts';
import { addMonths, type Month } from '#contract/months.ts';
import type { Figures } from '#contract/staff-figures.ts';
import { type AppointmentStatus, appointmentStatuses } from '#contract/values.ts';
import { newId } from '#platform/ids.ts';
import { onBothDatabases } from '#platform/testing/databases.ts';
import { serverMigrations } from '#server/db/migrations.ts';
import type { AppointmentRow, Tables } from '#server/db/tables.ts';
import { countMonth } from './rules.ts';

type Counted = Pick<AppointmentRow, 'day' | 'center' | 'center_id' | 'status' | 'walk_in'> & {
  isLateCanceled: boolean;
};

/** Counts the rows one by one, as the definitions of the figures say. */
function countNaively(rows: readonly Counted[]): Figures {
  const kept = rows.filter(({ isLateCanceled, status }) => !isLateCanceled && status !== 'cancelled');
  const having = (...statuses: AppointmentStatus[]) =>
    kept.filter(({ status }) => statuses.includes(status)).length;
  return {
    booked: kept.length,
    arrived: having('arrived', 'fulfilled', 'deferred', 'not-given'),
    gave: having('fulfilled'),
    deferred: having('deferred'),
    notGiven: having('not-given'),
    noShow: having('noshow'),
    lateCanceled: rows.filter(({ isLateCanceled }) => isLateCanceled).length,
    overCapacity: kept.filter(({ walk_in }) => walk_in === 'over-capacity').length,
  };
}

/** Centers of the site. A donor may enter an id as text. */
const centerIdsOfSite = ['c1', 'c2'];
const scopeKey = (id: string) => (centerIdsOfSite.includes(id) ? `id ${id}` : centerKey(id));
const keyOf = (row: Counted) => (row.center_id ? `id ${row.center_id}` : centerKey(row.center));

const toAppointment = ({ day, center, center_id, status, walk_in }: Counted): AppointmentRow => ({
  id: newId(),
  user_id: newId(),
  email: '',
  name: '',
  phone: '',
  center,
  blood_group: 'O+',
  opinion: null,
  day,
  fee_amount: null,
  fee_currency: null,
  transaction_id: null,
  paid_at: null,
  paid_amount: null,
  paid_currency: null,
  refunded_at: null,
  refunded_amount: null,
  reminded_day: null,
  moves: 0,
  status,
  center_id,
  slot_time: null,
  deferred_until: null,
  deferral_emailed: null,
  released_time: null,
  walk_in,
  cancellation_reason: null,
  center_key: centerKey(center),
});
const toLateCancellation = ({ day, center, center_id }: Counted) => ({
  id: newId(),
  day,
  center,
  center_key: centerKey(center),
  center_id,
});

/** Days around the start and the end of months, in leap years and others. */
const anyDay = fc
  .tuple(
    fc.constantFrom('2024-02', '2024-03', '2026-01', '2026-12', '2100-02'),
    fc.integer({ min: -33, max: 65 }),
  )
  .map(([month, days]) => utcDay(Date.parse(`${month}-01`) + days * 86_400_000));
const anyRow: fc.Arbitrary<Counted> = fc.record({
  day: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom<Day>(...(['2026-01-31', '2026-02-01'] as Day[])) },
    anyDay,
  ),
  center: fc.constantFrom('Dhaka', ' DHAKA', 'Ｄhaka ', 'Sylhet', 'হৃদ\u09df', 'হৃদ\u09af\u09bc', 'c1'),
  center_id: fc.constantFrom(null, null, 'c1', 'c2'),
  status: fc.constantFrom(...appointmentStatuses),
  walk_in: fc.constantFrom(null, 'placed', 'over-capacity'),
  isLateCanceled: fc.boolean(),
});
const anyMonth = fc.constantFrom('2024-01', '2024-02', '2024-03', '2026-01', '2026-02', '2100-02', '2200-01');

onBothDatabases([serverMigrations], (open) => {
  async function fill(db: Awaited<ReturnType<typeof open>>['db'], rows: readonly Counted[]) {
    const tables = db.withTables<Tables>();
    for (const table of ['appointments', 'late_cancellations'] as const)
      await tables.deleteFrom(table).execute();
    const [late, kept] = [true, false].map((is) =>
      rows.filter(({ isLateCanceled }) => isLateCanceled === is),
    );
    if (kept?.length) await tables.insertInto('appointments').values(kept.map(toAppointment)).execute();
    if (late?.length)
      await tables.insertInto('late_cancellations').values(late.map(toLateCancellation)).execute();
    const addCenter = (id: string) => ({
      id,
      name: `Center ${id}`,
      name_key: `center ${id}`,
      address: '',
      time_zone: 'Asia/Dhaka',
      map_url: null,
      notes: null,
      visit: '{}',
      version: 1,
      changed_at: 0,
      named_since: null,
    });
    await tables
      .insertInto('centers')
      .values(centerIdsOfSite.map(addCenter))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return tables;
  }

  test('every figure is what counting the rows one by one gives', async () => {
    await using database = await open();
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyRow, { maxLength: 60 }),
        anyMonth,
        fc.option(fc.subarray(['c1', 'c2', 'Dhaka', 'sylhet']), { nil: undefined }),
        fc.constantFrom(1, 2, 100),
        async (rows, month, centerIds, maxCenters) => {
          const db = await fill(database.db, rows);
          const figures = await countMonth(db, month as Month, centerIds, maxCenters);

          const keys = centerIds?.map(scopeKey);
          const seen = rows.filter((row) => !keys || keys.includes(keyOf(row) ?? ''));
          const inMonth = (of: string) => seen.filter(({ day }) => day.startsWith(of));
          expect(figures.totals).toEqual(countNaively(inMonth(month)));
          expect(figures.previousTotals).toEqual(countNaively(inMonth(addMonths(month as Month, -1))));
          for (const { day, ...ofDay } of figures.days) expect(ofDay).toEqual(countNaively(inMonth(day)));

          expect(figures.centers.length).toBeLessThanOrEqual(maxCenters);
          const isOfSite = (name: string) => /^Center c[12]$/.test(name);
          const listed = figures.centers.map(({ _id, name }) =>
            isOfSite(name) ? `id ${_id}` : centerKey(_id),
          );
          for (const [index, { _id, name, ...ofCenter }] of figures.centers.entries())
            expect(ofCenter).toEqual(
              countNaively(inMonth(month).filter((row) => keyOf(row) === listed[index])),
            );
          const rest = inMonth(month).filter((row) => !listed.includes(keyOf(row) ?? '-'));
          expect(figures.otherCenters ?? countNaively([])).toEqual(countNaively(rest));
        },
      ),
      { numRuns: 60 },
    );
  });

  const row = (center: string, changes: Partial<Counted> = {}): Counted => ({
    day: '2026-11-21' as Day,
    center,
    center_id: null,
    status: 'booked',
    walk_in: null,
    isLateCanceled: false,
    ...changes,
  });
  const month = '2026-11' as Month;

  test('names a center as it was sent, and a coordinator finds it under the id of the role', async () => {
    await using database = await open();
    const late = row('Rajshahi', { isLateCanceled: true });
    const db = await fill(database.db, [row('Dhaka  Medical'), row('Dhaka  Medical'), row('Sylhet'), late]);
    const list = async (centerIds?: string[]) =>
      (await countMonth(db, month, centerIds)).centers.map(({ _id, name, booked }) => [_id, name, booked]);
    expect(await list()).toEqual([
      ['dhaka medical', 'Dhaka  Medical', 2],
      ['sylhet', 'Sylhet', 1],
      ['rajshahi', 'Rajshahi', 0],
    ]);
    expect(await list(['Dhaka Medical'])).toEqual([['Dhaka Medical', 'Dhaka  Medical', 2]]);
    expect(await list([])).toEqual([]);
  });

  test('a center of the site has its name and its rows only, whatever donors enter', async () => {
    await using database = await open();
    const db = await fill(database.db, [row('CENTER c1', { center_id: 'c1' }), row('c1'), row('c1')]);
    const { centers } = await countMonth(db, month, ['c1']);
    expect(centers).toMatchObject([{ _id: 'c1', name: 'Center c1', booked: 1 }]);
    expect((await countMonth(db, month, undefined)).centers).toMatchObject([
      { name: 'c1', booked: 2 },
      { name: 'Center c1', booked: 1 },
    ]);
  });

  test('counts the centers beyond the first hundred together', async () => {
    await using database = await open();
    const rows = Array.from({ length: 250 }, (_, n) => row(`Center ${n}`, { isLateCanceled: n % 2 === 1 }));
    const { centers, otherCenters, totals } = await countMonth(
      await fill(database.db, rows),
      month,
      undefined,
    );
    expect(centers).toHaveLength(100);
    expect(otherCenters).toMatchObject({ booked: 25, lateCanceled: 125 });
    expect(totals).toMatchObject({ booked: 125, lateCanceled: 125 });
  });
});
