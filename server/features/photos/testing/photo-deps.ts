import { newId } from '#platform/ids.ts';
import { createOutbox } from '#platform/jobs/outbox.ts';
import type { Log } from '#platform/observability/log.ts';
import type { OpenTestDatabase } from '#platform/testing/databases.ts';
import { createTestDatabaseClock } from '#platform/testing/test-database-clock.ts';
import type { Tables } from '#server/db/tables.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { type Images, type PictureDetails, pictureUrl } from '#server/integrations/images.ts';
import { addMember, noon } from '#server/testing/people.ts';
import { listPhotos } from '../repository.ts';
import { addPhoto } from '../rules.ts';

/** Creates the photo rules with an empty database and an image host that accepts every URL. */
export async function createPhotoDeps(open: OpenTestDatabase, details: PictureDetails = {}) {
  const database = await open();
  const db = database.db.withTables<Tables>();
  const time = { now: noon };
  const removed: string[] = [];
  const hidden: string[] = [];
  const held: string[] = [];
  const images: Images = {
    uploadUrl: '',
    key: '',
    describe: async (url) => ({ ...details, pictureId: url.replace('/images/', '') }),
    getUrl: (id) => pictureUrl('https://site.example', id),
    remove: async (id) => void removed.push(id),
  };
  const deps = {
    db,
    images,
    clock: () => time.now,
    outbox: createOutbox({
      db: database.db,
      clock: () => time.now,
      databaseClock: createTestDatabaseClock(() => time.now),
      handlers: {},
    }),
    countPhoto: async () => {},
    countReport: async () => {},
    log: {
      warn: ({ photoId }: { photoId: string }, text: string) =>
        void (text.includes('stays visible') ? held : hidden).push(photoId),
    } as unknown as Log,
    accounts: undefined,
  };
  return {
    ...deps,
    database: database.db,
    time,
    removed,
    hidden,
    held,
    member: (name = newId(), options?: Parameters<typeof addMember>[2]) =>
      addMember(db, `${name}@example.org`, options),
    add: async (viewer: Viewer, img = `/images/${newId()}`) =>
      (await addPhoto(deps, viewer, { img })).insertedId,
    shown: async () => (await listPhotos(db)).map(({ id }) => id),
    row: (id: string) => db.selectFrom('photos').selectAll().where('id', '=', id).executeTakeFirst(),
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  };
}

export type TestPhotoDeps = Awaited<ReturnType<typeof createPhotoDeps>>;
