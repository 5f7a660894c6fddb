import fc from 'fast-check';
import { expect, test } from 'vitest';
import { centerKey } from '#contract/center-key.ts';
import { csvColumns } from '#contract/centers-csv.ts';
import type { Day } from '#contract/days.ts';
import { nameHasInvisible } from '#contract/invisible.ts';
import { visitOf } from '#contract/visit.ts';
import { onBothDatabases } from '#platform/testing/databases.ts';
import { testWith } from '#platform/testing/test-with.ts';
import { serverMigrations } from '#server/db/migrations.ts';
import { type CenterWithSeries, listCentersWithSeries } from '#server/features/centers/repository.ts';
import {
  addTestCenter,
  coordinator,
  findLostSlots,
  openCenterDeps,
  rule,
} from '#server/features/centers/testing/center-deps.ts';
import { bindStaffLog, withStaffLog } from '#server/features/staff-log/staff-log.ts';
import type { WithStaffLog } from '#server/http/with-staff-log.ts';
import { addMember, bookAppointment } from '#server/testing/people.ts';
import { parseCenters, toCsv } from './csv.ts';
import { importCenters } from './import.ts';

const header = csvColumns.join(',');
const dhaka = 'Dhaka,12 Green Road,Asia/Dhaka,,';

test('every center and series that can be stored survives export and import', () => {
  const text = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
    .chain((text) =>
      fc
        .constantFrom('-', "'=", "''@", '＝', '')
        .map((start) => `${start}${text.replaceAll(/[\p{C}\p{Z}]/gu, '')}x`),
    )
    .filter((text) => !nameHasInvisible(text));
  const center = fc.record({
    name: text,
    address: text,
    time_zone: fc.constantFrom('Asia/Dhaka', 'UTC'),
    map_url: fc.constantFrom(null, 'https://maps.example/?q=a,b'),
    notes: fc.constantFrom(null, 'Bring "your" card.\nSecond; line', '=1+1'),
    visit: fc.constantFrom('{}', '{"bring":"=A card; \\"yours\\"","food":"A light meal"}'),
    series: fc.uniqueArray(
      fc.record({
        weekdays: fc.subarray([1, 2, 3, 4, 5, 6, 7], { minLength: 1 }),
        opens: fc.constantFrom('00:00', '09:30'),
        until: fc.constantFrom(undefined, '2027-01-01' as Day),
        closes: fc.constantFrom('10:00', '24:00'),
        intervalMinutes: fc.constantFrom(undefined, 30),
        slots: fc.integer({ min: 1, max: 10_000 }),
        exceptions: fc.subarray(['2026-12-25', '2026-12-26'] as Day[]),
      }),
      { maxLength: 2, selector: (series) => JSON.stringify(series) },
    ),
  });
  fc.assert(
    fc.property(
      fc.uniqueArray(center, { selector: ({ name }) => centerKey(name), maxLength: 3 }),
      (centers) => {
        const rows = centers.map((center) => ({
          ...center,
          series: center.series.map((series) => ({ ...series, from: '2026-11-01' })),
        }));
        const { centers: read, errors } = parseCenters(toCsv(rows as unknown as CenterWithSeries[]));
        expect(errors).toEqual([]);
        expect(
          read.map(({ fields, series }) => ({
            name: fields.name,
            address: fields.address,
            time_zone: fields.timeZone,
            map_url: fields.mapUrl ?? null,
            notes: fields.notes ?? null,
            visit: JSON.stringify(visitOf(fields)),
            series,
          })),
        ).toEqual(rows);
      },
    ),
    { numRuns: 200 },
  );
});

test('reads what Excel saves: a line with the separator, times with seconds, clear dates, Bengali digits', () => {
  const columns = csvColumns.join(';');
  const row = (weekday: string, dates: string, times: string) =>
    `Dhaka;12 Road;UTC;;;${weekday};${dates};${times};;5;\r\n`;
  const text = [
    `sep=;\r\n${columns}\r\n`,
    row('Fri', '12/07/2026;31/12/2026', '9:00:00;17:30:00'),
    row('Sun', '1.8.2026;2026/12/31', '9:00 AM;12:30 PM'),
    row('Mon', '২০২৬-০৮-০৩;', '০৯:০০;১৭:০০').replace(';5;', ';৫;'),
  ].join('');
  expect(parseCenters(text)).toMatchObject({
    errors: [],
    centers: [
      {
        series: [
          { from: '2026-07-12', until: '2026-12-31', opens: '09:00', closes: '17:30' },
          { from: '2026-08-01', until: '2026-12-31', opens: '09:00', closes: '12:30' },
          { from: '2026-08-03', opens: '09:00', closes: '17:00', slots: 5 },
        ],
      },
    ],
  });
});

test('names the line of a date that may be two days, and what to write', () => {
  const row = (from: string) => `${dhaka},Fri,${from},,09:00,10:00,,1,`;
  const message = 'from: 12/07/2026 may be 2026-12-07 or 2026-07-12, so write it in this form';
  expect(parseCenters(`${header}\n${row('12/07/2026')}`).errors).toEqual([{ line: 2, message }]);
  // Two dates that contradict each other do not determine the order.
  const rows = ['13/07/2026', '07/13/2026', '12/07/2026'].map(row);
  expect(parseCenters(`sep=,\n${header}\n${rows.join('\n')}`).errors).toMatchObject([
    { line: 4, message: 'This line repeats line 3' },
    { line: 5, message },
  ]);
  expect(parseCenters(`${header}\n${row('07/07/2026')}`).centers).toMatchObject([
    { series: [{ from: '2026-07-07' }] },
  ]);
});

test('creates no center whose letters were lost', () => {
  const { centers, errors } = parseCenters(`${header}\nCaf\uFFFD,12 Road,UTC,,,,,,,,,,`);
  expect(centers).toEqual([]);
  expect(errors).toMatchObject([{ line: 2, message: expect.stringMatching(/save it as CSV UTF-8$/) }]);
});

test('the header says what separates the columns', () => {
  const rows = ['Fri', 'Sun'].map(
    (weekday) =>
      `Dhaka; center,12 Road,UTC,,"Bring it.\nSecond; line",${weekday},2026-11-01,,00:00,10:00,,1,\r\n`,
  );
  expect(parseCenters(`${header}\r\n${rows.join('')}`)).toMatchObject({
    centers: [{ fields: { name: 'Dhaka; center' }, series: [{ weekdays: [5] }, { weekdays: [7] }] }],
    errors: [],
  });
});

test.each([
  ['', 1, 'The file is empty'],
  ['name,price', 1, 'Unknown column: price'],
  ['name,address', 1, 'Add the missing column: time zone'],
  [
    `${header}\n${dhaka},Tue,2026-11-01,,9:00,17:00,,96,\nSylhet,,Asia/Dhaka`,
    3,
    'address: Fill in this field',
  ],
  [`${header}\n"Dhaka","Line ""1""",Mars/Olympus`, 2, 'time zone: Enter a time zone such as Asia/Dhaka'],
  [
    `${header}\nA,B,UTC,,"one\ntwo"\n${dhaka},Someday,2026-11-01,,9:00,17:00,,96,`,
    4,
    'weekdays: Enter weekdays',
  ],
  [
    `${header}\n${dhaka},Tue,01/11/2026,,9:00,17:00,,96,`,
    2,
    'from: 01/11/2026 may be 2026-01-11 or 2026-11-01, so write',
  ],
  [
    `${header}\nDhaka,,Asia/Dhaka,,,Tue,01/11/2026,,9:00,17:00,,many,`,
    2,
    'address: Fill in this field. from: 01/11/2026 may be 2026-01-11 or 2026-11-01, so write it in this form. slots: Enter a whole number',
  ],
  [`${header}\n${dhaka},Tue,2026-11-01,,17:00,9:00,,96,`, 2, 'closes: Enter a time after the opening time'],
  [`${header}\n${dhaka},Tue,2026-11-01,,9:00,17:00,,many,`, 2, 'slots: Enter a whole number'],
  [`${header}\n${dhaka}\nDHAKA,Elsewhere,Asia/Dhaka`, 3, 'Use the same name, address'],
  [`${header}\nA,B,UTC\nDhaka,Road,UTC,,"half notes\nSylhet,Road,UTC\nApia,Road,UTC`, 3, 'Close the quote'],
  [`${header}\nA,B,UTC\nDhaka,"Road" 1,UTC`, 3, 'Remove the text after a closing quote'],
  [
    `${header}\n${dhaka},Tue,2026-11-01,,9:00,17:00,,96,,,,,,,more`,
    2,
    'This line has more values than the header',
  ],
  [`${header}\n${'x\n'.repeat(2001)}`, 2002, 'Use at most 2000 lines after the header'],
  [`${header},name\n${dhaka}`, 1, 'Use the column only once: name'],
  [
    `${header}\n${dhaka},Tue Wed,2026-11-01,,9:00,17:00,,96,\n${dhaka},Wed Tue,2026-11-01,,09:00,17:00,,96,`,
    3,
    'This line repeats line 2',
  ],
])('a mistake is reported with its line: %j', (text, line, message) => {
  const { errors } = parseCenters(text);
  expect(errors).toEqual([{ line, message: expect.stringContaining(message) }]);
});

onBothDatabases([serverMigrations], (open) => {
  async function createDeps() {
    const deps = await openCenterDeps(open);
    const importCsv = (csv: string, isPreview = false) =>
      importCenters(deps, bindStaffLog(deps, coordinator), csv, isPreview);
    return { ...deps, importCsv };
  }
  const none = { added: 0, changed: 0, removed: 0 };

  const test = testWith(createDeps);

  test('a file without the columns of a visit leaves what a center says about it, an empty column removes it', async (deps) => {
    const visits = async () => (await deps.db.selectFrom('centers').select('visit').execute())[0]?.visit;
    const columns =
      'name,address,time zone,map link,notes,weekdays,from,until,opens,closes,interval minutes,slots,exceptions';
    await deps.importCsv(`${columns},bring,food\nSylhet,Road 1,UTC,,,,,,,,,,,A card,Eat before`);
    expect(await visits()).toBe('{"bring":"A card","food":"Eat before"}');
    await deps.importCsv(`${columns}\nSylhet,Road 2,UTC`);
    expect(await visits()).toBe('{"bring":"A card","food":"Eat before"}');
    await deps.importCsv(`${columns},food\nSylhet,Road 2,UTC`);
    expect(await visits()).toBe('{"bring":"A card"}');
  });

  test('rejects a file with more than 300 arrival times on a day, and names the line of the center', async (deps) => {
    const rows = ['00:00,24:00', '00:02,01:07'].map((hours) => `${dhaka},Tue,2026-11-01,,${hours},5,2,`);
    const csv = `${header}\nSylhet,Road 1,Asia/Dhaka\n${rows.join('\n')}`;
    const message = expect.stringContaining('at most 300 arrival times');
    expect(await deps.importCsv(csv)).toMatchObject({ centers: none, errors: [{ line: 3, message }] });
    expect(await listCentersWithSeries(deps.db)).toEqual([]);
    expect(await deps.importCsv(csv.replace('01:07', '01:02'))).toMatchObject({ errors: [] });
  });

  test('adds centers and series, changes nothing the second time, and nothing at all after a mistake', async (deps) => {
    const csv = `${header}\n${dhaka},Tue Wed,2026-11-01,,9:00,10:00,30,2,\nSylhet,Road 1,Asia/Dhaka`;
    expect(await deps.importCsv(`${csv}\nApia,,Pacific/Apia`)).toMatchObject({ errors: [{ line: 4 }] });
    expect(await deps.importCsv(csv, true)).toMatchObject({
      centers: { added: 2 },
      series: { added: 1 },
      names: { length: 2 },
    });
    expect(await listCentersWithSeries(deps.db)).toEqual([]);
    expect(await deps.importCsv(csv)).toMatchObject({ centers: { added: 2 }, series: { added: 1 } });
    const centers = await listCentersWithSeries(deps.db);
    expect(centers).toMatchObject([
      { name: 'Dhaka', series: [rule] },
      { name: 'Sylhet', series: [] },
    ]);
    expect((await deps.takeRecorded()).map(({ action }) => action)).toEqual([
      'import center',
      'import center',
    ]);
    expect(await deps.importCsv(toCsv(centers))).toMatchObject({ centers: none, series: none });
    expect(await listCentersWithSeries(deps.db)).toEqual(centers);
  });

  test('of two imports at once that add a center, one adds it and the other changes it', async (deps) => {
    const addresses = ['12 Green Road', '7 Lake Road'];
    const results = await Promise.all(
      addresses.map((address) => deps.importCsv(`${header}\nDhaka,${address},Asia/Dhaka`)),
    );
    expect(results.map(({ centers }) => centers.added + centers.changed)).toEqual([1, 1]);
    expect(await listCentersWithSeries(deps.db)).toHaveLength(1);
  });

  test('changes nothing if the last step fails', async (deps) => {
    await addTestCenter(deps, { name: 'Dhaka' });
    const donor = await addMember(deps.db, 'donor@example.org');
    await bookAppointment(deps, donor, { center: 'Dhaka', date: '2026-11-24' as Day });
    const before = [await listCentersWithSeries(deps.db), await findLostSlots(deps.db)];
    const csv = `${header}\nDHAKA,New Road,Asia/Dhaka,,,Wed,2026-11-01,,9:00,10:00,30,2,\nSylhet,Road 1,Asia/Dhaka`;
    const failsAfterwards: WithStaffLog = (run) =>
      withStaffLog(deps, coordinator, async (trx, log) => {
        await run(trx, log);
        throw new Error('The connection is lost.');
      });
    const failing = importCenters(deps, failsAfterwards, csv, false);
    await expect(failing).rejects.toThrow('The connection is lost.');
    expect([await listCentersWithSeries(deps.db), await findLostSlots(deps.db)]).toEqual(before);
    await deps.deliver();
    expect(deps.emails).toEqual([]);
    expect(await deps.importCsv(csv)).toMatchObject({ centers: { added: 1, changed: 1 } });
  });

  test('shows and notifies the donors whose day a new series removes', async (deps) => {
    await addTestCenter(deps, { name: 'Dhaka' });
    const donor = await addMember(deps.db, 'donor@example.org');
    await bookAppointment(deps, donor, { center: 'Dhaka', date: '2026-11-24' as Day });
    const csv = `${header}\nDHAKA,New Road,Asia/Dhaka,,,Wed,2026-11-01,,9:00,10:00,30,2,`;
    const expected = {
      centers: { added: 0, changed: 1 },
      series: { added: 1, removed: 1 },
      displaced: [{ user_id: donor.userId, reason: 'closed', center: 'DHAKA' }],
    };
    expect(await deps.importCsv(csv, true)).toMatchObject(expected);
    expect(deps.emails).toEqual([]);
    expect((await deps.takeRecorded()).at(-1)).toEqual({ action: 'preview import', people: [donor.userId] });
    expect(await deps.importCsv(csv)).toMatchObject(expected);
    await deps.deliver();
    expect(deps.emails).toMatchObject([{ to: donor.email }]);
  });
});
