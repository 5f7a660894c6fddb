import { expect, test } from 'vitest';
import { migrate } from '#platform/database/migrate.ts';
import { onBothDatabases } from '#platform/testing/databases.ts';
import { serverMigrations } from './migrations.ts';
import type { Tables } from './tables.ts';
import { migrationsBefore } from './testing/before.ts';

/** Photos of the previous release. */
type OldPhoto = Omit<Tables['photos'], 'held_at'>;
type OldTables = { photos: OldPhoto; photo_reports: Tables['photo_reports'] };

const photo = (id: string, user_id: string, img: string, changes: Partial<OldPhoto> = {}): OldPhoto => ({
  ...{ id, user_id, img, title: 'Donors', width: 40, height: 30, placeholder: null },
  ...{ reports: 0, reported_at: null, hidden_at: null, kept_at: null },
  ...changes,
});

onBothDatabases([migrationsBefore('0014-abuse-prevention')], (open) => {
  test('of several photos of one person and picture the one about which most was decided stays, then the oldest', async () => {
    await using database = await open();
    const old = database.db.withTables<OldTables>();
    const reported = { reported_at: 900, reports: 1 };
    await old
      .insertInto('photos')
      .values([
        ...['p1', 'p2', 'p3'].map((id) => photo(id, 'rahim', 'a')),
        photo('p4', 'maria', 'a'),
        photo('p5', 'rahim', 'b'),
        photo('p6', 'rahim', 'b', { hidden_at: 1000, reports: 3, reported_at: 900 }),
        photo('p7', 'rahim', 'c', { hidden_at: 1000 }),
        photo('p8', 'rahim', 'c', { kept_at: 2000 }),
        photo('p9', 'maria', 'c'),
        photo('q1', 'maria', 'd'),
        photo('q2', 'maria', 'd', reported),
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
    const moderated = await db.selectFrom('moderated_pictures').select('img').orderBy('img').execute();
    expect(moderated.map(({ img }) => img)).toEqual(['b', 'c']);
    const again = { ...photo('z', 'rahim', 'a'), held_at: null };
    await expect(db.insertInto('photos').values(again).execute()).rejects.toThrow(/unique/i);
  });
});
