import { expect, test } from 'vitest';
import { migrate } from '#platform/database/migrate.ts';
import { newId } from '#platform/ids.ts';
import { onBothDatabases } from '#platform/testing/databases.ts';
import { days } from '#platform/time.ts';
import { findPicture } from '../pictures/repository.ts';
import { createTestStore } from '../testing/test-store.ts';
import { imagesMigrations } from './migrations.ts';

const { service, steps } = imagesMigrations;
const first = {
  service,
  steps: { '0001-start': steps['0001-start'] as NonNullable<(typeof steps)[string]> },
};

const oldPicture = (id: string, created_at: number) => ({
  id,
  user_id: 'rahim',
  width: 400,
  height: 300,
  bytes: 12_345,
  format: 'jpeg',
  placeholder: 'data:image/webp;base64,AAAA',
  created_at,
});

onBothDatabases([first], (open) => {
  test('keeps pictures of the previous release visible, and published ones however old', async () => {
    const [shown, orphan, young] = [newId(), newId(), newId()];
    await using store = await createTestStore(async () => {
      const database = await open();
      const tables = database.db.withTables<Record<string, Record<string, unknown>>>();
      const made = [
        oldPicture(shown, 1_790_000_000_500),
        oldPicture(orphan, 1_790_000_000_500),
        oldPicture(young, 1_795_000_000_000 - days(1)),
      ];
      await tables.insertInto('images_pictures').values(made).execute();
      await migrate(database.db, [imagesMigrations]);
      return database;
    });
    for (const id of [shown, orphan, young]) {
      expect(await store.stateOf(id)).toBe('new');
      expect(await findPicture(store.db, id)).toMatchObject({ id, width: 400, userId: 'rahim' });
      await store.storage.write(id, 'original', Uint8Array.of(1));
    }
    store.photos.add(shown);
    await store.runJob();
    const states = await Promise.all([shown, orphan, young].map(store.stateOf));
    expect(states).toEqual(['saved', 'leaving', 'new']);
  });
});
