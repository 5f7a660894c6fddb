import { expect, test } from 'vitest';
import type { Day } from '#contract/days.ts';
import { migrate } from '#platform/database/migrate.ts';
import { onBothDatabases } from '#platform/testing/databases.ts';
import { serverMigrations } from './migrations.ts';
import type { PhotoRow } from './photo-tables.ts';
import type { Tables } from './tables.ts';

/** The migrations before a step. */
const before = (step: string) => ({
  service: serverMigrations.service,
  steps: Object.fromEntries(Object.entries(serverMigrations.steps).filter(([name]) => name < step)),
});

const appointment = (id: string, transactionId: string | null) => ({
  id,
  user_id: 'u1',
  email: 'rahim@example.org',
  name: 'Rahim Uddin',
  phone: '01712345678',
  center: 'Dhaka Medical College',
  blood_group: 'O+',
  opinion: null,
  day: `2026-11-2${id.slice(-1)}` as Day,
  transaction_id: transactionId,
  refunded_at: null,
});

type ColumnsOf21 = 'status' | 'center_id' | 'center_key';

/** The tables before migration 0003. */
type ChargesBefore3 = {
  charges: {
    intent_id: string;
    appointment_id: string;
    status: string;
    created_at: number;
    check_at: number;
  };
  appointments: Omit<
    Tables['appointments'],
    'paid_at' | 'paid_amount' | 'paid_currency' | 'reminded_day' | 'moves' | ColumnsOf21
  >;
};

const charge = (intent_id: string, appointment_id: string, status: string, at: number) => ({
  ...{ intent_id, appointment_id, status, created_at: at, check_at: at },
});

onBothDatabases([before('0003-payment-trail')], (open) => {
  test('keeps paid, open and refunded payments from before the payment log', async () => {
    await using database = await open();
    const old = database.db.withTables<ChargesBefore3>();
    await old
      .insertInto('appointments')
      .values([appointment('a1', 'pi_1'), appointment('a2', null), appointment('a3', 'pi_lost')])
      .execute();
    await old
      .insertInto('charges')
      .values([
        charge('pi_1', 'a1', 'succeeded', 1000),
        charge('pi_2', 'a2', 'open', 2000),
        charge('pi_3', 'a2', 'open', 3000),
        charge('pi_4', 'gone', 'refunded', 4000),
      ])
      .execute();

    await migrate(database.db, [serverMigrations]);

    const db = database.db.withTables<Tables>();
    const charges = await db.selectFrom('charges').selectAll().orderBy('created_at').execute();
    expect(
      charges.map(({ intent_id, status, amount, currency }) => [intent_id, status, amount, currency]),
    ).toEqual([
      ['pi_1', 'succeeded', 500, 'usd'],
      ['pi_2', 'canceled', 500, 'usd'],
      ['pi_3', 'open', 500, 'usd'],
      ['pi_4', 'refunded', 500, 'usd'],
    ]);
    const rows = await db.selectFrom('appointments').selectAll().orderBy('id').execute();
    expect(rows.map(({ id, paid_at, paid_amount }) => [id, paid_at, paid_amount])).toEqual([
      ['a1', 1000, 500],
      ['a2', null, null],
      ['a3', 0, 500],
    ]);
  });

  test('rejects a second live payment for an appointment', async () => {
    await using database = await open();
    await migrate(database.db, [serverMigrations]);
    const db = database.db.withTables<Tables>();
    const live = (id: string, status: 'opening' | 'open' | 'canceled') => ({
      ...charge(`pi_${id}`, 'a1', status, 1),
      id,
      status,
      amount: 500,
      currency: 'usd',
      refunded_amount: 0,
    });
    await db
      .insertInto('charges')
      .values([live('1', 'canceled'), live('2', 'open')])
      .execute();
    await expect(db.insertInto('charges').values(live('3', 'opening')).execute()).rejects.toThrow(/unique/i);
  });
});

/** A photo before migration 0017. */
type PhotoBefore17 = Omit<PhotoRow, 'picture_id'> & { img: string };

/** The tables before migration 0004. */
type PhotosBefore4 = {
  photos: Pick<PhotoBefore17, 'id' | 'user_id' | 'img' | 'title' | 'width' | 'height' | 'placeholder'>;
  photo_reports: Tables['photo_reports'];
  idempotency_keys: {
    user_id: string;
    key: string;
    request_hash: string;
    appointment_id: string;
    created_at: number;
  };
};

const picture = '0193aa11-2222-7333-8444-555566667777';
const photo = (id: string, img: string, user_id = 'rahim') => ({
  ...{ id, user_id, img, title: 'Donors', width: 40, height: 30, placeholder: null },
});
const report = (photo_id: string, user_id: string, created_at: number) => ({ photo_id, user_id, created_at });

onBothDatabases([before('0004-reported-photos')], (open) => {
  async function openMigrated(fill: PhotosBefore4['photos'][], reports: Tables['photo_reports'][] = []) {
    const database = await open();
    const old = database.db.withTables<PhotosBefore4>();
    await old.insertInto('photos').values(fill).execute();
    if (reports.length > 0) await old.insertInto('photo_reports').values(reports).execute();
    const key = { user_id: 'rahim', key: 'one', request_hash: 'h', appointment_id: 'a1', created_at: 5 };
    await old.insertInto('idempotency_keys').values(key).execute();
    await migrate(database.db, [serverMigrations]);
    const db = database.db.withTables<Tables>();
    const photos = await db.selectFrom('photos').selectAll().orderBy('id').execute();
    return { db, photos, [Symbol.asyncDispose]: () => database[Symbol.asyncDispose]() };
  }

  test("counts existing reports except the owner's, and hides a photo with three", async () => {
    await using after = await openMigrated(
      [photo('p1', 'a'), photo('p2', 'b'), photo('p3', 'c')],
      [
        ...['u1', 'u2', 'u3'].map((user, n) => report('p1', user, 1000 + n)),
        report('p2', 'u1', 2000),
        report('p2', 'u2', 2001),
        report('p2', 'rahim', 1),
      ],
    );
    expect(after.photos).toMatchObject([
      { id: 'p1', reports: 3, reported_at: 1000, hidden_at: 1002, kept_at: null },
      { id: 'p2', reports: 2, reported_at: 2000, hidden_at: null, kept_at: null },
      { id: 'p3', reports: 0, reported_at: null, hidden_at: null, kept_at: null },
    ]);
    expect(await after.db.selectFrom('photo_reports').selectAll().execute()).toHaveLength(5);
  });

  test("removes the site's origin from our own pictures and leaves others unchanged", async () => {
    const foreign = [
      'https://i.ibb.co/qph2cwV/donors.png',
      `https://i.ibb.co/x/images/${picture}`,
      `https://site.example/images/${picture}/more`,
      'https://site.example/images/short',
    ];
    await using after = await openMigrated([
      photo('p1', `http://localhost:3000/images/${picture}`),
      photo('p2', `https://blood.example.org/images/${picture}`, 'karim'),
      ...foreign.map((img, n) => photo(`p${n + 3}`, img)),
    ]);
    expect(after.photos.map(({ img }) => img)).toEqual([
      `/images/${picture}`,
      `/images/${picture}`,
      ...foreign,
    ]);
    expect(after.photos.map(({ picture_id }) => picture_id)).toEqual([picture, picture, ...foreign]);
  });

  test('keeps the id that an Idempotency-Key refers to', async () => {
    await using after = await openMigrated([photo('p1', 'a')]);
    const key = await after.db.selectFrom('idempotency_keys').select(['key', 'made_id']).executeTakeFirst();
    expect(key).toEqual({ key: 'one', made_id: 'a1' });
  });
});

onBothDatabases([before('0047-cancellation-reason')], (open) => {
  test('keeps why an unconfirmed booking was canceled, and the bookings that still wait', async () => {
    await using database = await open();
    const db = database.db.withTables<BookingsBefore47>();
    for (const [id, status, canceled_at] of [
      ['waiting', 'booked', null],
      ['canceled', 'cancelled', 1],
      ['undone', 'booked', 1],
    ] as const) {
      const row = { ...appointment(id, null), user_id: id, moves: 0, status };
      await db.insertInto('appointments').values(row).execute();
      const booking = { appointment_id: id, user_id: id, center_id: 'c1', confirm_by: 1, canceled_at };
      await db.insertInto('unconfirmed_bookings').values(booking).execute();
    }
    await migrate(database.db, [serverMigrations]);
    const canceled = db.selectFrom('appointments').select('id').where('cancellation_reason', 'is not', null);
    expect(await canceled.execute()).toEqual([{ id: 'canceled' }]);
    const waiting = await db.selectFrom('unconfirmed_bookings').select('appointment_id').execute();
    expect(waiting).toEqual([{ appointment_id: 'waiting' }]);
  });
});

/** The tables before migration 0047. */
type BookingsBefore47 = Omit<Tables, 'unconfirmed_bookings'> & {
  unconfirmed_bookings: Tables['unconfirmed_bookings'] & { canceled_at: number | null };
};

/** The tables before migration 0014. */
type OldPhoto = Omit<PhotoBefore17, 'held_at'>;
type PhotosBefore14 = { photos: OldPhoto; photo_reports: Tables['photo_reports'] };

const reportedPhoto = (
  id: string,
  user_id: string,
  img: string,
  changes: Partial<OldPhoto> = {},
): OldPhoto => ({
  ...photo(id, img, user_id),
  ...{ reports: 0, reported_at: null, hidden_at: null, kept_at: null },
  ...changes,
});

onBothDatabases([before('0014-abuse-prevention')], (open) => {
  test('keeps one photo per person and picture: the one with the most important decision, then the oldest', async () => {
    await using database = await open();
    const old = database.db.withTables<PhotosBefore14>();
    const reported = { reported_at: 900, reports: 1 };
    await old
      .insertInto('photos')
      .values([
        ...['p1', 'p2', 'p3'].map((id) => reportedPhoto(id, 'rahim', 'a')),
        reportedPhoto('p4', 'maria', 'a'),
        reportedPhoto('p5', 'rahim', 'b'),
        reportedPhoto('p6', 'rahim', 'b', { hidden_at: 1000, reports: 3, reported_at: 900 }),
        reportedPhoto('p7', 'rahim', 'c', { hidden_at: 1000 }),
        reportedPhoto('p8', 'rahim', 'c', { kept_at: 2000 }),
        reportedPhoto('p9', 'maria', 'c'),
        reportedPhoto('q1', 'maria', 'd'),
        reportedPhoto('q2', 'maria', 'd', reported),
      ])
      .execute();
    const report = (photo_id: string) => ({ photo_id, user_id: 'nusrat', created_at: 900 });
    await old.insertInto('photo_reports').values(['p2', 'p4', 'p6', 'q2'].map(report)).execute();
    await migrate(database.db, [serverMigrations]);

    const db = database.db.withTables<Tables>();
    const photos = await db.selectFrom('photos').selectAll().orderBy('id').execute();
    expect(photos.map(({ id }) => id)).toEqual(['p1', 'p4', 'p6', 'p8', 'p9', 'q2']);
    expect(photos.map(({ held_at }) => held_at)).toEqual(Array(6).fill(null));
    const reports = await db.selectFrom('photo_reports').select('photo_id').orderBy('photo_id').execute();
    expect(reports.map(({ photo_id }) => photo_id)).toEqual(['p4', 'p6', 'q2']);
    const moderated = await db.selectFrom('moderated_pictures').selectAll().orderBy('img').execute();
    expect(moderated).toMatchObject([
      { img: 'b', picture_id: 'b' },
      { img: 'c', picture_id: 'c' },
    ]);
    const again = reportedPhoto('z', 'rahim', 'a');
    await expect(old.insertInto('photos').values(again).execute()).rejects.toThrow(/unique/i);
  });
});

onBothDatabases([before('0035-folded-keys')], (open) => {
  test('names with ß, ς and ı get the keys of their uppercase spellings, unless another center has that name', async () => {
    await using database = await open();
    const db = database.db.withTables<Tables>();
    const center = (id: string, name: string, name_key: string) => ({
      ...{
        id,
        name,
        name_key,
        address: '',
        time_zone: 'UTC',
        map_url: null,
        notes: null,
        version: 1,
        changed_at: 1,
      },
    });
    await db
      .insertInto('centers')
      .values([
        center('c1', 'Klinik Gießen', 'klinik gießen'),
        center('c2', 'Haus Groß', 'haus groß'),
        center('c3', 'HAUS GROSS', 'haus gross'),
        center('c4', 'Dhaka', 'dhaka'),
      ])
      .execute();
    const row = { ...appointment('a1', null), user_id: 'u1', moves: 0, status: 'booked' as const };
    await db
      .insertInto('appointments')
      .values([
        { ...row, center: 'Klinik Gießen', center_key: 'klinik gießen' },
        { ...row, id: 'a2', user_id: 'u2', center: 'Dhaka', center_key: 'dhaka' },
      ])
      .execute();
    const late = {
      id: 'l1',
      day: '2026-11-21' as Day,
      center: 'Kadıköy',
      center_key: 'kadıköy',
      center_id: null,
    };
    await db.insertInto('late_cancellations').values(late).execute();

    await migrate(database.db, [serverMigrations]);

    const centers = await db.selectFrom('centers').select('name_key').orderBy('id').execute();
    expect(centers.map(({ name_key }) => name_key)).toEqual([
      'klinik giessen',
      'haus groß',
      'haus gross',
      'dhaka',
    ]);
    const kept = await db.selectFrom('appointments').select('center_key').orderBy('id').execute();
    expect(kept.map(({ center_key }) => center_key)).toEqual([null, 'dhaka']);
    expect(await db.selectFrom('late_cancellations').select('center_key').execute()).toEqual([
      { center_key: 'kadiköy'.normalize('NFKC') },
    ]);
  });
});

onBothDatabases([before('0037-one-user-an-address')], (open) => {
  test('an address that several users had stays with the one who registered last', async () => {
    await using database = await open();
    const db = database.db.withTables<Tables>();
    const user = (id: string, email: string, created_at: number) => ({
      ...{ id, email, created_at, language: null, reminders_stopped_at: null, email_verified_at: 1 },
    });
    await db
      .insertInto('users')
      .values([
        user('a', 'one@example.org', 1),
        user('b', 'one@example.org', 3),
        user('c', 'one@example.org', 3),
        user('d', 'one@example.org', 2),
        user('e', 'other@example.org', 1),
      ])
      .execute();
    await migrate(database.db, [serverMigrations]);
    const columns = ['id', 'email', 'email_verified_at'] as const;
    const rows = await db.selectFrom('users').select(columns).orderBy('id').execute();
    expect(rows.map(({ id, email, email_verified_at }) => [id, email, email_verified_at])).toEqual([
      ['a', '', null],
      ['b', '', null],
      ['c', 'one@example.org', 1],
      ['d', '', null],
      ['e', 'other@example.org', 1],
    ]);
    await expect(
      db
        .insertInto('users')
        .values(user('f', 'one@example.org', 4))
        .execute(),
    ).rejects.toThrow(/unique/i);
  });
});
