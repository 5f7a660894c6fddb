import type { ResponseOf } from '#contract/endpoint.ts';
import type { listOpenTasks, Problem } from '#contract/open-tasks.ts';
import { databaseClock } from '#platform/database/database-clock.ts';
import type { PlatformTables } from '#platform/database/schema/tables.ts';
import { withTables } from '#platform/database/with-tables.ts';
import { countRejected } from '#platform/jobs/outbox-rejected.ts';
import type { Core } from '#server/core.ts';
import { countWaitingRequests } from '#server/features/blood-requests/rules.ts';
import { localDay } from '#server/features/centers/local-time.ts';
import { listCenterRows } from '#server/features/centers/rules.ts';
import { countFollowUps } from '#server/features/closings/follow-up-counts.ts';
import { createModeratedKinds } from '#server/features/moderation/kinds.ts';
import { listModerationQueue } from '#server/features/moderation/queue.ts';
import { countPaymentsToDecide } from '#server/features/payments/decisions.ts';
import { countUnconfirmed } from '#server/features/unconfirmed-bookings/staff.ts';
import type { StaffMember } from '#server/http/viewer.ts';
import { countExpected } from './repository.ts';

type OpenTasks = ResponseOf<typeof listOpenTasks>;

/** Counts what waits for the person's decision or call. Numbers outside the person's roles are 0. */
export async function countOpenTasks(
  core: Core,
  by: StaffMember,
  findProblems: () => Problem[],
): Promise<OpenTasks> {
  const held = new Set(by.roles.map(({ role }) => role));
  const isOwner = held.has('owner');
  const { db, clock } = core;
  const coordinated = new Set(by.roles.map(({ role, centerId }) => role === 'coordinator' && centerId));
  const centers = (await listCenterRows(db)).filter(({ id }) => isOwner || coordinated.has(id));
  const items =
    isOwner || held.has('moderator')
      ? await listModerationQueue(
          { db, now: databaseClock(db), kinds: createModeratedKinds(core) },
          { userId: by.userId, role: isOwner ? 'owner' : 'moderator' },
        )
      : [];
  const photos = items.filter(({ kind }) => kind === 'photo').length;
  return {
    followUps: await countFollowUps(core, centers),
    unconfirmed: await countUnconfirmed(core, centers),
    expectedToday: await countExpected(
      db,
      centers.map((center) => ({ id: center.id, day: localDay(center, clock()) })),
    ),
    requests:
      core.features.includes('requests') && (isOwner || held.has('coordinator'))
        ? await countWaitingRequests(db)
        : 0,
    photos,
    reviews: items.length - photos,
    payments: isOwner ? await countPaymentsToDecide(db) : 0,
    problems: isOwner ? findProblems() : [],
    messages: isOwner ? await countRejected(withTables<PlatformTables>(db)) : 0,
  };
}
