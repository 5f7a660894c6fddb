import type { OpenTestDatabase } from '#platform/testing/databases.ts';
import { hours } from '#platform/time.ts';
import type { CleanPicture } from '../imaging/sharp.ts';
import type { Workers } from '../imaging/workers.ts';
import { type OrphanOptions, removeOrphans } from '../pictures/orphans.ts';
import type { PictureState } from '../pictures/picture.ts';
import { type PictureDeps, removePicture, storePicture } from '../pictures/rules.ts';
import type { ImagesTables } from '../schema/tables.ts';
import { createMemoryStorage } from './memory-storage.ts';

const original = new Uint8Array([1, 2, 3]);
const clean: CleanPicture = { original, width: 4, height: 3, format: 'jpeg', placeholder: '' };

/** Pictures in a test database and a memory storage. The test controls the clock and the published photos. */
export async function createTestStore(open: OpenTestDatabase) {
  const database = await open();
  const storage = createMemoryStorage();
  const time = { now: 1_795_000_000_000 };
  const photos = new Set<string>();
  const workers: Workers = {
    clean: async () => clean,
    enqueue: (work) => work(),
    resize: async () => undefined,
    waitingUploads: () => 0,
  };
  const deps: PictureDeps = { db: database.db, storage, workers, clock: () => time.now };
  const rows = database.db.withTables<ImagesTables>();
  const file = { path: '', filename: 'photo.jpg', bytes: 3 };
  const findVisiblePictures = async (ids: string[]) => new Set(ids.filter((id) => photos.has(id)));
  const advance = (ms: number) => {
    time.now += ms;
  };
  const runJob = (changes: Partial<OrphanOptions> = {}) =>
    removeOrphans({ ...deps, findVisiblePictures, ...changes });
  return {
    ...deps,
    storage,
    time,
    photos,
    findVisiblePictures,
    upload: async () => (await storePicture(deps, 'rahim', file)).id,
    remove: (id: string) => removePicture(deps, id),
    /** Sets a state, as after a crash. */
    setState: (id: string, state: PictureState) =>
      rows.updateTable('images_pictures').set({ state, state_at: time.now }).where('id', '=', id).execute(),
    async stateOf(id: string): Promise<PictureState | undefined> {
      const query = rows.selectFrom('images_pictures').select('state').where('id', '=', id);
      return (await query.executeTakeFirst())?.state;
    },
    async ids(): Promise<string[]> {
      const found = await rows.selectFrom('images_pictures').select('id').orderBy('id').execute();
      return found.map(({ id }) => id);
    },
    filesOf: (id: string) => storage.names(id),
    advance,
    runJob,
    runJobAfter: (ms: number, changes?: Partial<OrphanOptions>) => {
      advance(ms);
      return runJob(changes);
    },
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  };
}

export type TestStore = Awaited<ReturnType<typeof createTestStore>>;

/** Just over the hour after which interrupted work is handled. */
export const overAnHour = hours(1) + 1;
