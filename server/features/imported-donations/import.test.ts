import { expect, test } from 'vitest';
import type { Day } from '#contract/days.ts';
import { MAX_DONATION_LINES } from '#contract/imported-donations.ts';
import { onBothDatabases } from '#platform/testing/databases.ts';
import { days } from '#platform/time.ts';
import { serverMigrations } from '#server/db/migrations.ts';
import type { Tables } from '#server/db/tables.ts';
import { withOperatorLog } from '#server/features/staff-log/staff-log.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { addMember, noon } from '#server/testing/people.ts';
import { createTestCore } from '#server/testing/test-core.ts';
import { parseDonations } from './csv.ts';
import { importDonations } from './import.ts';
import { countUnclaimed, listAccepted } from './repository.ts';
import {
  acceptDonations,
  eraseExpiredDonations,
  eraseUnclaimedDonations,
  listOwnImportedDonations,
  onAccountDeleted,
  removeDonations,
} from './rules.ts';

const today = '2026-11-21' as Day;
const header = 'email,date,center,blood group,name';
const file = (...lines: string[]) => [header, ...lines].join('\r\n');

test('reads columns in any order, usual forms of dates and blood groups, and Bengali digits', () => {
  const { donations, errors } = parseDonations(
    'Name;Date;Center;Blood group;Email\r\nRahima;১৩/০৭/২০২৫;Dhaka;b +ve;Rahima@Example.org\r\n;3/8/2025;Sylhet;O−;karim@example.org',
    today,
  );
  expect(errors).toEqual([]);
  expect(donations).toEqual([
    {
      ...{ line: 2, email: 'rahima@example.org', date: '2025-07-13' },
      ...{ center: 'Dhaka', bloodGroup: 'B+', name: 'Rahima' },
    },
    { line: 3, email: 'karim@example.org', date: '2025-08-03', center: 'Sylhet', bloodGroup: 'O-' },
  ]);
  expect(
    parseDonations('email,date,center\na@example.org,"May 5, 2025",Dhaka', today).donations,
  ).toMatchObject([{ date: '2025-05-05' }]);
});

test.each([
  ['a@example.org', 'email: Enter one email address', 'a@example.org b@example.org,2025-01-02,Dhaka,,'],
  ['no address', 'email: Fill in this field', ',2025-01-02,Dhaka,,'],
  ['no date', 'date: Fill in this field', 'a@example.org,,Dhaka,,'],
  ['not a date', 'date: Enter a date such as 2026-11-21', 'a@example.org,2025-02-30,Dhaka,,'],
  ['a day to come', 'date: Enter a day in the past', 'a@example.org,2026-11-22,Dhaka,,'],
  ['a day of another century', 'date: Enter a day in the past', 'a@example.org,0202-11-23,Dhaka,,'],
  [
    'an ambiguous day',
    'date: 3/4/2025 may be 2025-03-04 or 2025-04-03, so write it in this form',
    'a@example.org,3/4/2025,Dhaka,,',
  ],
  ['reversed text', 'center: Remove invisible characters', 'a@example.org,2025-01-02,\u202eakahD,,'],
  ['no center', 'center: Fill in this field', 'a@example.org,2025-01-02, ,,'],
  [
    'another blood group',
    'blood group: Enter one of A+, O+, B+, AB+, A-, O-, B-, AB-',
    'a@example.org,2025-01-02,Dhaka,C,',
  ],
  ['an open quote', 'Close the quote in this line', 'a@example.org,2025-01-02,"Dhaka,,'],
])('says how to correct %s, and in which line', (_, message, line) => {
  expect(parseDonations(file('b@example.org,2025-01-02,Dhaka,,', line), today).errors).toEqual([
    { line: 3, message },
  ]);
});

test('says what is wrong with the whole file', () => {
  const errorOf = (text: string) => parseDonations(text, today).errors;
  expect(errorOf('')).toMatchObject([{ line: 1, message: expect.stringContaining('The file is empty.') }]);
  expect(errorOf('email,date\n')).toEqual([{ line: 1, message: 'Add the missing column: center' }]);
  expect(errorOf(`${','.repeat(100)}email\n`)).toEqual([{ line: 1, message: 'Use at most 100 columns' }]);
  expect(errorOf(`${'x'.repeat(1000)}\n`)[0]?.message).toHaveLength(133);
  expect(errorOf(file('\r\n'.repeat(50_000)))).toEqual([
    { line: 1, message: 'Remove the empty lines, and import the rest from other files' },
  ]);
  const lines = Array.from({ length: MAX_DONATION_LINES + 1 }, () => 'a@example.org,2025-01-02,Dhaka,,');
  expect(errorOf(file(...lines))).toMatchObject([{ line: MAX_DONATION_LINES + 2 }]);
});

onBothDatabases([serverMigrations], (open) => {
  async function openTest() {
    const database = await open();
    const db = database.db.withTables<Tables>();
    const time = { now: noon };
    const core = createTestCore(db, time);
    const importFile = (text: string, { isPreview = false } = {}) =>
      importDonations(core, (run) => withOperatorLog(core, run), text, isPreview);
    const daysOf = async (viewer: Viewer) => {
      const { offered, accepted } = await listOwnImportedDonations(core, viewer);
      return { offered: offered.map(({ day }) => day), accepted: accepted.map(({ day }) => day) };
    };
    const idsOf = async (viewer: Viewer) =>
      (await listOwnImportedDonations(core, viewer)).offered.map(({ id }) => id);
    const dispose = () => database[Symbol.asyncDispose]();
    return { core, db, time, importFile, daysOf, idsOf, [Symbol.asyncDispose]: dispose };
  }

  const rahima = 'rahima@example.org';
  const donations = file(
    `${rahima},2025-01-02,Dhaka,B+,Rahima`,
    `${rahima},2025-05-06,Sylhet,,`,
    `RAHIMA@example.org,2025-01-02,Khulna,,`,
    `karim@example.org,2025-01-02,Dhaka,,`,
  );

  test('a preview counts and changes nothing; an import adds, and a second one adds only what is new', async () => {
    await using site = await openTest();
    const counts = { donors: 2, donations: 3, repeated: [{ line: 4, of: 2 }], known: [], errors: [] };
    expect(await site.importFile(donations, { isPreview: true })).toEqual(counts);
    expect(await countUnclaimed(site.db)).toEqual({ donors: 0, donations: 0 });
    expect(await site.importFile(donations)).toEqual(counts);
    expect(await countUnclaimed(site.db)).toEqual({ donors: 2, donations: 3 });
    const again = { ...counts, donors: 0, donations: 0, known: [2, 3, 5] };
    expect(await site.importFile(donations)).toEqual(again);
    const more = file(`${rahima},2025-01-02,Changed,A+,`, 'shirin@example.org,2025-01-02,Dhaka,,');
    expect(await site.importFile(more)).toMatchObject({ donors: 1, donations: 1, known: [2] });
    const viewer = await addMember(site.db, rahima);
    expect((await listOwnImportedDonations(site.core, viewer)).offered).toMatchObject([
      { center: 'Sylhet', blood_group: null, name: null },
      { center: 'Dhaka', blood_group: 'B+', name: 'Rahima' },
    ]);
  });

  test('an invalid line imports nothing', async () => {
    await using site = await openTest();
    const result = await site.importFile(`${donations}\r\nnobody,2025-01-02,Dhaka,,`);
    expect(result).toMatchObject({ donations: 0, errors: [{ line: 6 }] });
    expect(await countUnclaimed(site.db)).toEqual({ donors: 0, donations: 0 });
  });

  test('a day is in the past once it has begun in the time zone of the site', async () => {
    await using site = await openTest();
    const importOn = (day: string) => site.importFile(file(`${rahima},${day},Dhaka,,`), { isPreview: true });
    site.time.now = Date.UTC(2026, 10, 21, 17);
    expect(await importOn('2026-11-21')).toMatchObject({ donations: 1, errors: [] });
    expect(await importOn('2026-11-22')).toMatchObject({
      errors: [{ message: 'date: Enter a day in the past' }],
    });
    site.time.now = Date.UTC(2026, 10, 21, 19);
    expect(await importOn('2026-11-22'), 'in Dhaka').toMatchObject({ donations: 1, errors: [] });
  });

  test('imports the largest file', async () => {
    await using site = await openTest();
    const lines = Array.from({ length: MAX_DONATION_LINES }, (_, at) => `${at}@example.org,2025-01-02,D,,`);
    expect(await site.importFile(file(...lines))).toMatchObject({ donations: MAX_DONATION_LINES });
    expect(await site.importFile(file(...lines))).toMatchObject({ donations: 0 });
  });

  test('a preview does not show who has an account or has accepted', async () => {
    await using site = await openTest();
    const viewer = await addMember(site.db, rahima);
    await site.importFile(donations);
    const before = await site.importFile(donations, { isPreview: true });
    await acceptDonations(site.core, viewer, await site.idsOf(viewer));
    expect(await site.importFile(donations, { isPreview: true })).toEqual(before);
  });

  test('only a member with the confirmed address sees and accepts donations', async () => {
    await using site = await openTest();
    await site.importFile(donations);
    const unconfirmed = await addMember(site.db, rahima, { emailVerified: false });
    const other = await addMember(site.db, 'other@example.org');
    const all = await site.db.selectFrom('imported_donations').select('id').execute();
    const ids = all.map(({ id }) => id);
    for (const viewer of [unconfirmed, other]) {
      expect(await site.daysOf(viewer)).toEqual({ offered: [], accepted: [] });
      expect(await acceptDonations(site.core, viewer, ids)).toBe(0);
      expect(await removeDonations(site.core, viewer, ids)).toBe(0);
    }
    const viewer = await addMember(site.db, rahima);
    expect(await site.daysOf(viewer)).toEqual({ offered: ['2025-05-06', '2025-01-02'], accepted: [] });
    expect(await acceptDonations(site.core, viewer, ids)).toBe(2);
    expect(await acceptDonations(site.core, viewer, ids)).toBe(0);
    expect(await site.daysOf(viewer)).toEqual({ offered: [], accepted: ['2025-05-06', '2025-01-02'] });
    // The next owner of the address gets nothing of what the first one has accepted.
    const next = await addMember(site.db, rahima);
    expect(await site.daysOf(next)).toEqual({ offered: [], accepted: [] });
    expect(await removeDonations(site.core, next, ids)).toBe(0);
    expect(await site.daysOf(viewer)).toMatchObject({ accepted: ['2025-05-06', '2025-01-02'] });
  });

  test('a member erases donations of somebody else, or one that was accepted', async () => {
    await using site = await openTest();
    await site.importFile(donations);
    const viewer = await addMember(site.db, rahima);
    const [first = '', second = ''] = await site.idsOf(viewer);
    expect(await removeDonations(site.core, viewer, [first])).toBe(1);
    await acceptDonations(site.core, viewer, [second]);
    expect(await removeDonations(site.core, viewer, [second])).toBe(1);
    expect(await site.daysOf(viewer)).toEqual({ offered: [], accepted: [] });
    expect(await countUnclaimed(site.db)).toEqual({ donors: 1, donations: 1 });
  });

  test('donations that nobody accepts are erased after 90 days, or by an owner', async () => {
    await using site = await openTest();
    await site.importFile(donations);
    const viewer = await addMember(site.db, rahima);
    const [first = ''] = await site.idsOf(viewer);
    await acceptDonations(site.core, viewer, [first]);
    site.time.now += days(90);
    await eraseExpiredDonations(site.core);
    expect(await countUnclaimed(site.db)).toEqual({ donors: 2, donations: 2 });
    site.time.now += 1;
    await eraseExpiredDonations(site.core);
    expect(await countUnclaimed(site.db)).toEqual({ donors: 0, donations: 0 });
    await site.importFile(donations);
    expect(await eraseUnclaimedDonations((run) => withOperatorLog(site.core, run))).toBe(2);
    expect(await site.daysOf(viewer)).toEqual({ offered: [], accepted: ['2025-05-06'] });
  });

  test('deleting an account erases what was accepted by it and offered to it', async () => {
    await using site = await openTest();
    await site.importFile(donations);
    const viewer = await addMember(site.db, rahima);
    const [first = ''] = await site.idsOf(viewer);
    await acceptDonations(site.core, viewer, [first]);
    await site.db.transaction().execute((trx) => onAccountDeleted(site.core, trx, viewer));
    expect(await listAccepted(site.db, viewer)).toEqual([]);
    expect(await countUnclaimed(site.db)).toEqual({ donors: 1, donations: 1 });
  });
});
