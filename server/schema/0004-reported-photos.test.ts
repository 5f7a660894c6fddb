import { expect, test } from 'vitest';
import { migrate } from '#platform/database/migrate.ts';
import { onBothDatabases } from '#platform/testing/databases.ts';
import { serverMigrations } from './migrations.ts';
import type { Tables } from './tables.ts';
import { migrationsBefore } from './testing/before.ts';

/** Photos and keys of the previous release. */
type OldTables = {
  photos: Pick<Tables['photos'], 'id' | 'user_id' | 'img' | 'title' | 'width' | 'height' | 'placeholder'>;
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
  id,
  user_id,
  img,
  title: 'Donors',
  width: 40,
  height: 30,
  placeholder: null,
});
const report = (photo_id: string, user_id: string, created_at: number) => ({ photo_id, user_id, created_at });

onBothDatabases([migrationsBefore('0004-reported-photos')], (open) => {
  async function migrated(fill: OldTables['photos'][], reports: Tables['photo_reports'][] = []) {
    const database = await open();
    const old = database.db.withTables<OldTables>();
    await old.insertInto('photos').values(fill).execute();
    if (reports.length > 0) await old.insertInto('photo_reports').values(reports).execute();
    const key = { user_id: 'rahim', key: 'one', request_hash: 'h', appointment_id: 'a1', created_at: 5 };
    await old.insertInto('idempotency_keys').values(key).execute();
    await migrate(database.db, [serverMigrations]);
    const db = database.db.withTables<Tables>();
    const photos = await db.selectFrom('photos').selectAll().orderBy('id').execute();
    return { db, photos, [Symbol.asyncDispose]: () => database[Symbol.asyncDispose]() };
  }

  test('reports made before they counted count now, those of the owner excepted; three hide', async () => {
    await using after = await migrated(
      [photo('p1', 'a'), photo('p2', 'b'), photo('p3', 'c')],
      [
        ...['u1', 'u2', 'u3'].map((user, n) => report('p1', user, 1000 + n)),
        report('p2', 'u1', 2000),
        report('p2', 'u2', 2001),
        report('p2', 'rahim', 1),
      ],
    );
    expect(
      after.photos.map(({ id, reports, reported_at, hidden_at, kept_at }) => ({
        ...{ id, reports, reported_at, hidden_at, kept_at },
      })),
    ).toEqual([
      { id: 'p1', reports: 3, reported_at: 1000, hidden_at: 1002, kept_at: null },
      { id: 'p2', reports: 2, reported_at: 2000, hidden_at: null, kept_at: null },
      { id: 'p3', reports: 0, reported_at: null, hidden_at: null, kept_at: null },
    ]);
    expect(await after.db.selectFrom('photo_reports').selectAll().execute()).toHaveLength(5);
  });

  test('rows of our own pictures forget the address of the site; those of others stay', async () => {
    const foreign = [
      'https://i.ibb.co/qph2cwV/donors.png',
      `https://i.ibb.co/x/images/${picture}`,
      `https://site.example/images/${picture}/more`,
      'https://site.example/images/short',
    ];
    await using after = await migrated([
      photo('p1', `http://localhost:3000/images/${picture}`),
      photo('p2', `https://blood.example.org/images/${picture}`, 'karim'),
      ...foreign.map((img, n) => photo(`p${n + 3}`, img)),
    ]);
    expect(after.photos.map(({ img }) => img)).toEqual([
      `/images/${picture}`,
      `/images/${picture}`,
      ...foreign,
    ]);
  });

  test('what a key stood for it still stands for', async () => {
    await using after = await migrated([photo('p1', 'a')]);
    const key = await after.db.selectFrom('idempotency_keys').select(['key', 'made_id']).executeTakeFirst();
    expect(key).toEqual({ key: 'one', made_id: 'a1' });
  });
});
