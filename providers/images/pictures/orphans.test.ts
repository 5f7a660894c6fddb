import { describe, expect, vi } from 'vitest';
import { AppError } from '#platform/errors.ts';
import { onBothDatabases } from '#platform/testing/databases.ts';
import { testWith } from '#platform/testing/test-with.ts';
import { days, hours, minutes } from '#platform/time.ts';
import { imagesMigrations } from '../schema/migrations.ts';
import { createTestStore, overAnHour, type TestStore } from '../testing/test-store.ts';

const overADay = days(1) + 1;
const unavailable = async () => {
  throw new AppError('unavailable');
};

onBothDatabases([imagesMigrations], (open) => {
  const test = testWith(() => createTestStore(open));

  describe('an arriving picture', () => {
    test('is removed with its file an hour after its upload was interrupted', async (store) => {
      const id = await store.upload();
      await store.setState(id, 'arriving');
      await store.runJobAfter(hours(1));
      expect([await store.stateOf(id), store.filesOf(id).length]).toEqual(['arriving', 1]);
      await store.runJobAfter(1);
      expect([await store.stateOf(id), store.filesOf(id)]).toEqual([undefined, []]);
    });

    test('has its row before its file, and fails when the job removed the row first', async (store) => {
      const { write } = store.storage;
      let states: unknown;
      store.storage.write = async (id, name, bytes) => {
        states = [await store.stateOf(id)];
        await store.runJobAfter(overAnHour);
        await write(id, name, bytes);
      };
      await expect(store.upload()).rejects.toMatchObject({ code: 'unavailable' });
      expect(states).toEqual(['arriving']);
      expect(await store.ids()).toEqual([]);
      expect(store.filesOf('')).toEqual([]);
    });

    test('is not visible when its file could not be written, and a late file is removed an hour later', async (store) => {
      const { write } = store.storage;
      const late: (() => Promise<void>)[] = [];
      store.storage.write = async (...args) => {
        late.push(() => write(...args));
        throw new AppError('unavailable');
      };
      await expect(store.upload()).rejects.toMatchObject({ code: 'unavailable' });
      expect(store.filesOf('')).toEqual([]);
      for (const write of late) await write();
      await store.runJobAfter(overAnHour);
      expect(store.filesOf('')).toEqual([]);
      expect(await store.ids()).toEqual([]);
    });
  });

  describe('a new picture', () => {
    test('becomes saved after a day if it is published, otherwise leaving', async (store) => {
      const [saved, orphan] = [await store.upload(), await store.upload()];
      store.photos.add(saved);
      await store.runJobAfter(days(1));
      expect([await store.stateOf(saved), await store.stateOf(orphan)]).toEqual(['new', 'new']);
      store.advance(1);
      const young = await store.upload();
      await store.runJob();
      expect([await store.stateOf(saved), await store.stateOf(orphan)]).toEqual(['saved', 'leaving']);
      expect(await store.stateOf(young)).toBe('new');

      store.advance(overAnHour);
      const findVisiblePictures = vi.fn(store.findVisiblePictures);
      await store.runJob({ findVisiblePictures });
      expect([await store.stateOf(saved), await store.stateOf(orphan)]).toEqual(['saved', undefined]);
      expect(store.filesOf(orphan)).toEqual([]);
      expect(findVisiblePictures.mock.calls).toEqual([[[orphan]]]);
    });

    test('is restored an hour later when it was saved just after the query to the product', async (store) => {
      const id = await store.upload();
      await store.runJobAfter(overADay, {
        findVisiblePictures: async () => {
          store.photos.add(id);
          return new Set();
        },
      });
      expect(await store.stateOf(id)).toBe('leaving');
      await store.runJobAfter(hours(1));
      expect(await store.stateOf(id)).toBe('leaving');
      await store.runJobAfter(1);
      expect([await store.stateOf(id), store.filesOf(id).length]).toEqual(['saved', 1]);
    });

    test('does not leave when another process has marked it as saved in the meantime', async (store) => {
      const id = await store.upload();
      await store.runJobAfter(overADay, {
        findVisiblePictures: async () => {
          store.photos.add(id);
          await store.runJob();
          return new Set();
        },
      });
      expect(await store.stateOf(id)).toBe('saved');
    });

    test('is not restored when it is removed during the query to the product', async (store) => {
      const id = await store.upload();
      await store.runJobAfter(overADay, {
        findVisiblePictures: async (ids) => {
          await store.remove(id);
          return new Set(ids);
        },
      });
      expect([await store.stateOf(id), store.filesOf(id)]).toEqual([undefined, []]);
    });
  });

  describe('a leaving picture', () => {
    test('is removed later when its removal was interrupted, without an error for the caller', async (store) => {
      const id = await store.upload();
      const { remove } = store.storage;
      store.storage.remove = unavailable;
      await store.remove(id);
      await expect(store.remove(id)).rejects.toMatchObject({ code: 'not-found' });
      expect(await store.stateOf(id)).toBe('leaving');
      store.storage.remove = remove;
      await store.runJobAfter(overAnHour);
      expect([await store.stateOf(id), store.filesOf(id)]).toEqual([undefined, []]);
    });

    test('is not restored without its file', async (store) => {
      const id = await store.upload();
      await store.setState(id, 'leaving');
      await store.storage.remove(id, 'original');
      store.photos.add(id);
      await store.runJobAfter(overAnHour);
      expect(await store.stateOf(id)).toBeUndefined();
    });

    test('is restored once the storage is available again', async (store) => {
      const id = await store.upload();
      await store.setState(id, 'leaving');
      store.photos.add(id);
      await store.runJobAfter(overAnHour, { storage: { ...store.storage, read: unavailable } });
      expect(await store.stateOf(id)).toBe('leaving');
      await store.runJobAfter(overAnHour);
      expect(await store.stateOf(id)).toBe('saved');
    });
  });

  describe('a run', () => {
    const leaving = async (store: TestStore, count: number) => {
      const ids: string[] = [];
      for (let n = 0; n < count; n += 1) {
        const id = await store.upload();
        await store.setState(id, 'leaving');
        store.advance(1);
        ids.push(id);
      }
      return ids;
    };
    test('handles everything due in batches, up to its limit', async (store) => {
      const ids = await leaving(store, 7);
      await store.runJobAfter(overAnHour, { batch: 2, batches: 2 });
      expect(await store.ids()).toEqual(ids.slice(4));
      await store.runJob({ batch: 2 });
      expect(await store.ids()).toEqual([]);
    });

    test('stops when the storage is unavailable, and retries failed pictures after the others', async (store) => {
      const ids = await leaving(store, 5);
      const bad = new Set(ids.slice(0, 3));
      const remove = vi.fn(async (id: string) => (bad.has(id) ? unavailable() : store.storage.remove(id)));
      const storage = { ...store.storage, remove };
      await store.runJobAfter(overAnHour, { storage, batch: 2 });
      expect(remove.mock.calls.flat().sort()).toEqual(ids.slice(0, 2));
      await store.runJobAfter(minutes(10), { storage, batch: 2 });
      expect(await store.ids()).toEqual(ids.slice(0, 3));
      bad.clear();
      await store.runJobAfter(overAnHour, { storage, batch: 2 });
      expect(await store.ids()).toEqual([]);
    });

    test('removes each picture once when four processes run', async (store) => {
      const ids = await leaving(store, 30);
      const saved = await store.upload();
      store.photos.add(saved);
      const orphan = await store.upload();
      store.advance(overADay);
      const remove = vi.fn(store.storage.remove);
      const storage = { ...store.storage, remove };
      await Promise.all([1, 2, 3, 4].map(() => store.runJob({ storage })));
      expect(remove.mock.calls.flat().sort()).toEqual(ids);
      expect(await store.ids()).toEqual([saved, orphan].sort());
      expect([await store.stateOf(saved), await store.stateOf(orphan)]).toEqual(['saved', 'leaving']);
    });

    test('fails without any change while the product does not respond', async (store) => {
      const id = await store.upload();
      store.advance(overADay);
      const findVisiblePictures = () => Promise.reject(new Error('The database is unavailable.'));
      await expect(store.runJob({ findVisiblePictures })).rejects.toThrow('unavailable');
      expect(await store.stateOf(id)).toBe('new');
    });
  });
});
