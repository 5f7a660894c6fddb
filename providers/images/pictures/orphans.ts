import PQueue from 'p-queue';
import type { Database } from '#platform/database/open.ts';
import { type Clock, days, hours } from '#platform/time.ts';
import type { Storage } from '../storage/storage.ts';
import type { PictureState } from './picture.ts';
import {
  changePictureState,
  deletePictureRow,
  type ListedPicture,
  listPicturesInState,
} from './repository.ts';

export type OrphanOptions = {
  db: Database;
  storage: Storage;
  clock: Clock;
  /** Returns those of `ids` whose pictures the site shows: in a photo, even a hidden one, or in its content. */
  findVisiblePictures: (ids: string[]) => Promise<Set<string>>;
  /** Number of pictures in a batch. `batches`: number of batches in a run. */
  batch?: number;
  batches?: number;
};

/** Time in which an uploader must save the photo. */
const UNSAVED_TTL_MS = days(1);
/**
 * How long a leaving picture keeps its files, so that a save in progress can finish before they are removed.
 */
const GRACE_PERIOD_MS = hours(1);

/**
 * Removes the files of interrupted uploads and pictures that were never saved, and finishes interrupted
 * removals and saves. Several processes may run it concurrently. A run an hour later continues an interrupted
 * one.
 */
export async function removeOrphans(options: OrphanOptions): Promise<void> {
  const { db, storage, clock, findVisiblePictures, batch = 50, batches = 20 } = options;
  const queue = new PQueue({ concurrency: 5 });

  /**
   * Handles the pictures in `state` whose `state_at` is earlier than `before`, in batches, until none is left
   * or a whole batch fails.
   */
  async function handleInBatches(
    state: PictureState,
    before: number,
    handle: (pictures: ListedPicture[]) => Promise<boolean[]>,
  ) {
    for (let round = 0; round < batches; round += 1) {
      const pictures = await listPicturesInState(db, state, before, batch);
      if (pictures.length === 0) return;
      const done = await handle(pictures);
      if (pictures.length < batch || !done.includes(true)) return;
    }
  }

  /** Changes the state and its time, so that this run does not list the same picture again. */
  const changeTo = ({ id, state, stateAt }: ListedPicture, to: PictureState) =>
    changePictureState(db, id, { from: [state], since: stateAt, to, now: clock() });

  const forEachPicture = (pictures: ListedPicture[], work: (picture: ListedPicture) => Promise<boolean>) =>
    queue.addAll(pictures.map((picture) => () => work(picture)));

  async function forEachWithPhotos(
    pictures: ListedPicture[],
    work: (picture: ListedPicture, isShown: boolean) => Promise<boolean>,
  ) {
    const photos = await findVisiblePictures(pictures.map(({ id }) => id));
    return forEachPicture(pictures, (picture) => work(picture, photos.has(picture.id)));
  }

  /**
   * Only the process that changes the state removes the files. Another run retries a failed removal an hour
   * later.
   */
  async function removeFiles(picture: ListedPicture): Promise<boolean> {
    if (!(await changeTo(picture, 'leaving'))) return false;
    try {
      await storage.remove(picture.id);
    } catch {
      return false; // Already logged by the storage.
    }
    await deletePictureRow(db, picture.id);
    return true;
  }

  /**
   * Restores a picture that was saved while it was marked as leaving, unless its file was already removed.
   */
  async function restore(picture: ListedPicture): Promise<boolean> {
    try {
      const hasFile = (await storage.read(picture.id, 'original')) !== undefined;
      return hasFile ? await changeTo(picture, 'saved') : await removeFiles(picture);
    } catch {
      await changeTo(picture, 'leaving');
      return false;
    }
  }

  await handleInBatches('arriving', clock() - GRACE_PERIOD_MS, (pictures) =>
    forEachPicture(pictures, removeFiles),
  );
  await handleInBatches('leaving', clock() - GRACE_PERIOD_MS, (pictures) =>
    forEachWithPhotos(pictures, (picture, isShown) => (isShown ? restore(picture) : removeFiles(picture))),
  );
  await handleInBatches('new', clock() - UNSAVED_TTL_MS, (pictures) =>
    forEachWithPhotos(pictures, (picture, isShown) => changeTo(picture, isShown ? 'saved' : 'leaving')),
  );
}
