import { MODERATION_PAGE_SIZE, type ModerationItem } from '#contract/staff-moderation.ts';
import { listClaimedByOthers } from './claims-repository.ts';
import { listOpenObjections } from './decisions-repository.ts';
import { hasConflictOfInterest, type ModerationDeps, type Moderator } from './rules.ts';
import { toModerationItem } from './serialize.ts';

/** Lists what waits for this moderator's decision: first objections, then photos, then reviews. */
export async function listModerationQueue(
  { db, now, kinds }: Pick<ModerationDeps, 'db' | 'now' | 'kinds'>,
  by: Moderator & { userId: string },
): Promise<ModerationItem[]> {
  const limit = MODERATION_PAGE_SIZE;
  const claimed = new Set((await listClaimedByOthers(db, now, by)).map(({ kind, id }) => `${kind} ${id}`));
  const isClaimed = ({ kind, _id }: Pick<ModerationItem, 'kind' | '_id'>) => claimed.has(`${kind} ${_id}`);
  const items: ModerationItem[] = [];
  for (const objection of await listOpenObjections(db, limit)) {
    const item = await kinds[objection.kind].find(db, objection.item_id);
    if (item && !hasConflictOfInterest(by, item.userId))
      items.push(toModerationItem(item, isClaimed(item), objection));
  }
  const known = new Set(items.map(({ _id }) => _id));
  const except = by.role === 'owner' ? undefined : by.userId;
  for (const kind of [kinds.photo, kinds.review])
    for (const item of await kind.list(db, { limit, except }))
      if (!known.has(item._id)) items.push(toModerationItem(item, isClaimed(item)));
  return items.slice(0, limit);
}
