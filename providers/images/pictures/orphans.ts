import PQueue from 'p-queue';
import type { Database } from '#platform/database/open.ts';
import { type Clock, days, hours } from '#platform/time.ts';
import type { Storage } from '../storage/storage.ts';
import { type PictureState, pictureAddress } from './picture.ts';
import { changeState, deleteLeftover, type ListedPicture, listSince } from './repository.ts';

export type OrphanOptions = {
  db: Database;
  storage: Storage;
  clock: Clock;
  publicUrl: string;
  /** Which of these addresses the product shows as photos. */
  shown: (imgs: string[]) => Promise<Set<string>>;
  /** How many pictures are taken up together, and how many times a round. */
  batch?: number;
  batches?: number;
};

/** A person who uploads has so long to save the photo. */
const KEPT_UNSAVED = days(1);
/** So long a leaving picture's files stay: by then every save that was under way has come to its end. */
const GRACE = hours(1);

/**
 * Finishes what broke off and clears away what nobody saved. It may run in several processes at once, and break off
 * anywhere: whatever it began is found again an hour later.
 */
export async function removeOrphans(options: OrphanOptions): Promise<void> {
  const { db, storage, clock, publicUrl, shown, batch = 50, batches = 20 } = options;
  const queue = new PQueue({ concurrency: 5 });

  /** Takes up what is in a state since before then, until none is left or nothing succeeds any more. */
  async function takeUp(
    state: PictureState,
    before: number,
    handle: (seen: ListedPicture[]) => Promise<boolean[]>,
  ) {
    for (let round = 0; round < batches; round += 1) {
      const seen = await listSince(db, state, before, batch);
      if (seen.length === 0) return;
      const done = await handle(seen);
      if (seen.length < batch || !done.includes(true)) return;
    }
  }

  /** The new instant takes it out of the list that it was in, so that no round looks at the same ones again. */
  const moveOn = ({ id, state, stateAt }: ListedPicture, to: PictureState) =>
    changeState(db, id, { from: [state], since: stateAt, to, now: clock() });

  const each = (seen: ListedPicture[], work: (one: ListedPicture) => Promise<boolean>) =>
    queue.addAll(seen.map((one) => () => work(one)));

  async function withPhotos(
    seen: ListedPicture[],
    work: (one: ListedPicture, isShown: boolean) => Promise<boolean>,
  ) {
    const addressOf = ({ id }: ListedPicture) => pictureAddress(publicUrl, id);
    const photos = await shown(seen.map(addressOf));
    return each(seen, (one) => work(one, photos.has(addressOf(one))));
  }

  /** Whoever moves it on clears it; a failure leaves it for an hour later, behind all others. */
  async function clear(seen: ListedPicture): Promise<boolean> {
    if (!(await moveOn(seen, 'leaving'))) return false;
    try {
      await storage.remove(seen.id);
    } catch {
      return false; // The storage has told the log why.
    }
    await deleteLeftover(db, seen.id);
    return true;
  }

  /** Its save crossed our mark. Only where a removal that broke off has not yet taken the picture itself. */
  async function bringBack(seen: ListedPicture): Promise<boolean> {
    try {
      const isThere = (await storage.read(seen.id, 'original')) !== undefined;
      return isThere ? await moveOn(seen, 'saved') : await clear(seen);
    } catch {
      await moveOn(seen, 'leaving');
      return false;
    }
  }

  await takeUp('arriving', clock() - GRACE, (seen) => each(seen, clear));
  await takeUp('leaving', clock() - GRACE, (seen) =>
    withPhotos(seen, (one, isShown) => (isShown ? bringBack(one) : clear(one))),
  );
  await takeUp('new', clock() - KEPT_UNSAVED, (seen) =>
    withPhotos(seen, (one, isShown) => moveOn(one, isShown ? 'saved' : 'leaving')),
  );
}
