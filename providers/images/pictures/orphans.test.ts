import { describe, expect, test, vi } from 'vitest';
import { AppError } from '#platform/errors.ts';
import { onBothDatabases } from '#platform/testing/databases.ts';
import { days, hours, minutes } from '#platform/time.ts';
import { imagesMigrations } from '../schema/migrations.ts';
import { createTestStore, overAnHour, type TestStore } from '../testing/test-store.ts';

const overADay = days(1) + 1;
const away = async () => {
  throw new AppError('unavailable');
};

onBothDatabases([imagesMigrations], (open) => {
  describe('a picture that arrives', () => {
    test('goes with its file when its upload broke off over an hour ago', async () => {
      await using shelf = await createTestStore(open);
      const id = await shelf.upload();
      await shelf.put(id, 'arriving');
      await shelf.roundAfter(hours(1));
      expect([await shelf.stateOf(id), shelf.filesOf(id).length]).toEqual(['arriving', 1]);
      await shelf.roundAfter(1);
      expect([await shelf.stateOf(id), shelf.filesOf(id)]).toEqual([undefined, []]);
    });

    test('has its row before its file, and is refused when the job was faster than its file', async () => {
      await using shelf = await createTestStore(open);
      const { write } = shelf.storage;
      let states: unknown;
      shelf.storage.write = async (id, name, bytes) => {
        states = [await shelf.stateOf(id)];
        await shelf.roundAfter(overAnHour);
        await write(id, name, bytes);
      };
      await expect(shelf.upload()).rejects.toMatchObject({ code: 'unavailable' });
      expect(states).toEqual(['arriving']);
      expect(await shelf.ids()).toEqual([]);
      expect(shelf.filesOf('')).toEqual([]);
    });

    test('whose file could not be written is not found, and what came late of it goes an hour later', async () => {
      await using shelf = await createTestStore(open);
      const { write } = shelf.storage;
      const late: (() => Promise<void>)[] = [];
      shelf.storage.write = async (...asked) => {
        late.push(() => write(...asked));
        throw new AppError('unavailable');
      };
      await expect(shelf.upload()).rejects.toMatchObject({ code: 'unavailable' });
      expect(shelf.filesOf('')).toEqual([]);
      for (const write of late) await write();
      await shelf.roundAfter(overAnHour);
      expect(shelf.filesOf('')).toEqual([]);
      expect(await shelf.ids()).toEqual([]);
    });
  });

  describe('a new picture', () => {
    test('is asked about after a day: shown, it is saved for good; else it leaves', async () => {
      await using shelf = await createTestStore(open);
      const [kept, orphan] = [await shelf.upload(), await shelf.upload()];
      shelf.photos.add(shelf.addressOf(kept));
      await shelf.roundAfter(days(1));
      expect([await shelf.stateOf(kept), await shelf.stateOf(orphan)]).toEqual(['new', 'new']);
      shelf.pass(1);
      const young = await shelf.upload();
      await shelf.round();
      expect([await shelf.stateOf(kept), await shelf.stateOf(orphan)]).toEqual(['saved', 'leaving']);
      expect(await shelf.stateOf(young)).toBe('new');

      shelf.pass(overAnHour);
      const shown = vi.fn(shelf.shown);
      await shelf.round({ shown });
      expect([await shelf.stateOf(kept), await shelf.stateOf(orphan)]).toEqual(['saved', undefined]);
      expect(shelf.filesOf(orphan)).toEqual([]);
      expect(shown.mock.calls).toEqual([[[shelf.addressOf(orphan)]]]);
    });

    test('saved just after the product said no is back an hour later', async () => {
      await using shelf = await createTestStore(open);
      const id = await shelf.upload();
      await shelf.roundAfter(overADay, {
        shown: async () => {
          shelf.photos.add(shelf.addressOf(id));
          return new Set();
        },
      });
      expect(await shelf.stateOf(id)).toBe('leaving');
      await shelf.roundAfter(hours(1));
      expect(await shelf.stateOf(id)).toBe('leaving');
      await shelf.roundAfter(1);
      expect([await shelf.stateOf(id), shelf.filesOf(id).length]).toEqual(['saved', 1]);
    });

    test('that another process saw saved meanwhile does not leave', async () => {
      await using shelf = await createTestStore(open);
      const id = await shelf.upload();
      await shelf.roundAfter(overADay, {
        shown: async () => {
          shelf.photos.add(shelf.addressOf(id));
          await shelf.round();
          return new Set();
        },
      });
      expect(await shelf.stateOf(id)).toBe('saved');
    });

    test('that is removed while the product is asked does not come back', async () => {
      await using shelf = await createTestStore(open);
      const id = await shelf.upload();
      await shelf.roundAfter(overADay, {
        shown: async (imgs) => {
          await shelf.remove(id);
          return new Set(imgs);
        },
      });
      expect([await shelf.stateOf(id), shelf.filesOf(id)]).toEqual([undefined, []]);
    });
  });

  describe('a leaving picture', () => {
    test('is finished when its removal broke off, and tells the caller nothing of that', async () => {
      await using shelf = await createTestStore(open);
      const id = await shelf.upload();
      const { remove } = shelf.storage;
      shelf.storage.remove = away;
      await shelf.remove(id);
      await expect(shelf.remove(id)).rejects.toMatchObject({ code: 'not-found' });
      expect(await shelf.stateOf(id)).toBe('leaving');
      shelf.storage.remove = remove;
      await shelf.roundAfter(overAnHour);
      expect([await shelf.stateOf(id), shelf.filesOf(id)]).toEqual([undefined, []]);
    });

    test('that is shown but has lost its file already is not brought back', async () => {
      await using shelf = await createTestStore(open);
      const id = await shelf.upload();
      await shelf.put(id, 'leaving');
      await shelf.storage.remove(id, 'original');
      shelf.photos.add(shelf.addressOf(id));
      await shelf.roundAfter(overAnHour);
      expect(await shelf.stateOf(id)).toBeUndefined();
    });

    test('that is shown waits for a storage that is away', async () => {
      await using shelf = await createTestStore(open);
      const id = await shelf.upload();
      await shelf.put(id, 'leaving');
      shelf.photos.add(shelf.addressOf(id));
      await shelf.roundAfter(overAnHour, { storage: { ...shelf.storage, read: away } });
      expect(await shelf.stateOf(id)).toBe('leaving');
      await shelf.roundAfter(overAnHour);
      expect(await shelf.stateOf(id)).toBe('saved');
    });
  });

  describe('a round', () => {
    const leaving = async (shelf: TestStore, count: number) => {
      const ids: string[] = [];
      for (let n = 0; n < count; n += 1) {
        const id = await shelf.upload();
        await shelf.put(id, 'leaving');
        shelf.pass(1);
        ids.push(id);
      }
      return ids;
    };
    test('goes on over all that is due, batch by batch, and no further than it may', async () => {
      await using shelf = await createTestStore(open);
      const ids = await leaving(shelf, 7);
      await shelf.roundAfter(overAnHour, { batch: 2, batches: 2 });
      expect(await shelf.ids()).toEqual(ids.slice(4));
      await shelf.round({ batch: 2 });
      expect(await shelf.ids()).toEqual([]);
    });

    test('ends when the storage is away; what it tried waits behind the others', async () => {
      await using shelf = await createTestStore(open);
      const ids = await leaving(shelf, 5);
      const bad = new Set(ids.slice(0, 3));
      const remove = vi.fn(async (id: string) => (bad.has(id) ? away() : shelf.storage.remove(id)));
      const storage = { ...shelf.storage, remove };
      await shelf.roundAfter(overAnHour, { storage, batch: 2 });
      expect(remove.mock.calls.flat().sort()).toEqual(ids.slice(0, 2));
      await shelf.roundAfter(minutes(10), { storage, batch: 2 });
      expect(await shelf.ids()).toEqual(ids.slice(0, 3));
      bad.clear();
      await shelf.roundAfter(overAnHour, { storage, batch: 2 });
      expect(await shelf.ids()).toEqual([]);
    });

    test('of four processes at once clears each picture once', async () => {
      await using shelf = await createTestStore(open);
      const ids = await leaving(shelf, 30);
      const kept = await shelf.upload();
      shelf.photos.add(shelf.addressOf(kept));
      const orphan = await shelf.upload();
      shelf.pass(overADay);
      const remove = vi.fn(shelf.storage.remove);
      const storage = { ...shelf.storage, remove };
      await Promise.all([1, 2, 3, 4].map(() => shelf.round({ storage })));
      expect(remove.mock.calls.flat().sort()).toEqual(ids);
      expect(await shelf.ids()).toEqual([kept, orphan].sort());
      expect([await shelf.stateOf(kept), await shelf.stateOf(orphan)]).toEqual(['saved', 'leaving']);
    });

    test('fails as a whole, and changes nothing, while the product cannot be asked', async () => {
      await using shelf = await createTestStore(open);
      const id = await shelf.upload();
      shelf.pass(overADay);
      const shown = () => Promise.reject(new Error('The database is away.'));
      await expect(shelf.round({ shown })).rejects.toThrow('away');
      expect(await shelf.stateOf(id)).toBe('new');
    });
  });
});
