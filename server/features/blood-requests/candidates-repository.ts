import { type Expression, expressionBuilder, sql } from 'kysely';
import { compatibleDonors } from '#contract/blood-compatibility.ts';
import { type Day, dayAt, utcDay } from '#contract/days.ts';
import { findDistrict, listDivision, parseDistricts } from '#contract/districts.ts';
import { daysToWait } from '#contract/eligibility-figures.ts';
import type { SiteGroups } from '#contract/site-content.ts';
import { hasRow } from '#platform/database/rows.ts';
import { days, hours } from '#platform/time.ts';
import type { Core } from '#server/core.ts';
import type { BloodRequestRow } from '#server/db/request-tables.ts';
import type { Db, Tables } from '#server/db/tables.ts';
import { localTime } from '#server/features/centers/local-time.ts';
import { selectConfirmedMembers } from '#server/features/users/rules.ts';
import type { Owner } from '#server/http/viewer.ts';

/** A donor is asked at most once in this time. */
export const ASK_INTERVAL_MS = days(7);
/** Blood that is needed within this time is urgent. */
const URGENT_MS = hours(6);

type Groups = Pick<SiteGroups, 'region' | 'eligibility' | 'districts'>;
/** `lastDay`: who gave on a later day must wait. */
type Days = { today: Day; lastDay: Day };

/** Returns the days that decide who has to wait, in the site's time zone. */
export function waitingDays({ region, eligibility }: Groups, now: number): Days {
  const today = dayAt(region, now);
  return { today, lastDay: utcDay(Date.parse(today) - days(daysToWait(eligibility))) };
}

/** The condition that a donor has to wait after a donation, or was deferred by a center. */
const hasToWait = (db: Db, userId: Expression<string>, { today, lastDay }: Days) => {
  const appointment = db
    .selectFrom('appointments')
    .select('appointments.id')
    .where('appointments.user_id', '=', userId)
    .where((e) =>
      e.or([
        e.and([e('appointments.status', '=', 'fulfilled'), e('appointments.day', '>', lastDay)]),
        e('appointments.deferred_until', '>', today),
      ]),
    );
  const imported = db
    .selectFrom('imported_donations')
    .select('imported_donations.id')
    .where('imported_donations.user_id', '=', userId)
    .where('imported_donations.day', '>', lastDay);
  const { exists, or } = expressionBuilder<Tables, never>();
  return or([exists(appointment), exists(imported)]);
};

export const mustWait = (db: Db, { userId }: Owner, waiting: Days): Promise<boolean> =>
  hasRow(
    db
      .selectFrom('users')
      .select('id')
      .where('id', '=', userId)
      .where(hasToWait(db, sql.val(userId), waiting)),
  );

export type Search = {
  request: BloodRequestRow;
  groups: Groups;
  now: number;
  /** Only these donors, to check them again in a transaction. */
  among?: readonly string[];
};

/**
 * Lists donors who may be asked now, at most `limit`: those of the same district first, then of its
 * division, then all others. Within each, those who were not asked for the longest time come first.
 */
export async function listCandidates(
  core: Pick<Core, 'accounts'>,
  db: Db,
  search: Search,
  limit: number,
): Promise<string[]> {
  const found: string[] = [];
  for (const area of listAreas(search)) {
    const rows = await selectCandidates(core, db, search, area)
      .orderBy('a.asked_at')
      .orderBy('a.user_id')
      .limit(limit)
      .execute();
    for (const { user_id } of rows) if (found.length < limit && !found.includes(user_id)) found.push(user_id);
    if (found.length >= limit) break;
  }
  return found;
}

/** `names` is undefined for all districts. */
type Area = { reach: number; names: readonly string[] | undefined };

function listAreas({ request, groups }: Search): Area[] {
  const districts = parseDistricts(groups.districts);
  const district = findDistrict(districts, request.district);
  const division = district ? listDivision(districts, district) : [];
  return [
    { reach: 0, names: [request.district] },
    ...(division.length > 1 ? [{ reach: 1, names: division }] : []),
    { reach: 2, names: undefined },
  ];
}

function selectCandidates(
  core: Pick<Core, 'accounts'>,
  db: Db,
  { request, groups, now, among }: Search,
  { reach, names }: Area,
) {
  const waiting = waitingDays(groups, now);
  const { time } = localTime(now, groups.region.timeZone);
  const isUrgent = request.needed_by - now <= URGENT_MS;
  let query = db
    .selectFrom('donor_availability as a')
    .innerJoin(
      selectConfirmedMembers({ db, accounts: core.accounts }).as('confirmed'),
      'confirmed.id',
      'a.user_id',
    )
    .select('a.user_id')
    .where('a.may_be_asked', '=', 1)
    .where('a.blood_group', 'in', compatibleDonors(request.component, request.blood_group))
    .where('a.reach', '>=', reach)
    .where('a.asked_at', '<=', now - ASK_INTERVAL_MS)
    .where((e) => e.or([e('a.paused_until', 'is', null), e('a.paused_until', '<=', waiting.today)]))
    .where((e) =>
      e.or([
        e.and([e('a.hours_from', '<=', time), e('a.hours_to', '>', time)]),
        ...(isUrgent ? [e('a.urgent_at_night', '=', 1)] : []),
      ]),
    )
    .where(({ not }) => not(hasToWait(db, sql.ref<string>('a.user_id'), waiting)))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('request_donors')
            .select('request_donors.id')
            .whereRef('request_donors.user_id', '=', 'a.user_id')
            .where('request_donors.request_id', '=', request.id),
        ),
      ),
    );
  if (request.user_id !== null) query = query.where('a.user_id', '<>', request.user_id);
  if (names) query = query.where('a.district', 'in', names);
  if (among) query = query.where('a.user_id', 'in', among);
  return query;
}
