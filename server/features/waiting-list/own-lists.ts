import type { CenterDay } from '#contract/centers.ts';
import type { ExportedEntry, WaitingListEntry } from '#contract/waiting-list.ts';
import type { Core } from '#server/core.ts';
import type { WaitingListRow } from '#server/db/center-tables.ts';
import { getDay } from '#server/features/centers/rules.ts';
import { issueOfferToken } from '#server/features/offer-links/offer-tokens.ts';
import type { Owner } from '#server/http/viewer.ts';
import { listOwnEntries } from './repository.ts';
import { firstUsableDay, getPosition } from './rules.ts';

type ReadCore = Pick<Core, 'db' | 'clock' | 'features'> & { linkKeys: Pick<Core['linkKeys'], 'offers'> };

/** Returns the member's waiting lists of today and later. */
export const listWaitingLists = async (core: Core, viewer: Owner): Promise<WaitingListEntry[]> =>
  (await describeEntries(core, viewer)).map(({ described }) => described);

/** Like `listWaitingLists`, with the details that the member gave. */
export const exportWaitingLists = async (core: ReadCore, viewer: Owner): Promise<ExportedEntry[]> =>
  (await describeEntries(core, viewer)).map(({ described, entry: { name, phone, blood_group } }) => ({
    ...described,
    ...(name && { name }),
    ...(phone && { phone }),
    ...(blood_group && { bloodGroup: blood_group }),
  }));

async function describeEntries(core: ReadCore, viewer: Owner) {
  const { db, clock } = core;
  const found: { entry: WaitingListRow; described: WaitingListEntry }[] = [];
  for (const entry of await listOwnEntries(db, viewer, firstUsableDay(clock()))) {
    const { id, center_id: centerId, day, held_time: time, held_until: until } = entry;
    const { center, day: clinic } = (await getDay(core, centerId, day)) ?? {};
    if (!center) continue;
    const isClosed = !clinic || hasClosed(clinic);
    const isOffered = entry.state === 'offered' && time !== null && until !== null && until > clock();
    const isHeld = isOffered && !isClosed;
    const inLine = isHeld ? 'offered' : isClosed ? 'closed' : 'waiting';
    const state = entry.state === 'waiting' || isOffered ? inLine : 'expired';
    const described: WaitingListEntry = {
      centerId,
      center: center.name,
      date: day,
      state,
      ...((state === 'waiting' || state === 'offered') && { position: await getPosition(db, entry) }),
      ...(isHeld && {
        offer: {
          ...(time && { time }),
          expiresAt: new Date(until).toISOString(),
          token: issueOfferToken(core, { purpose: 'waiting-list', id, day, time }),
        },
      }),
    };
    found.push({ entry, described });
  }
  return found;
}

/** Returns whether the center closed a day or the rest of it, or removed its clinic. */
const hasClosed = ({ capacity, isClosed, intervals = [] }: CenterDay): boolean =>
  capacity === 0 ||
  isClosed === true ||
  (intervals.some((interval) => interval.isClosed) &&
    intervals.every((interval) => interval.isClosed || interval.isOver));
