import type { ClinicRule } from '#contract/clinic-rule.ts';
import type { Day } from '#contract/days.ts';
import { newId } from '#platform/ids.ts';
import type { Email, TextMessage } from '#platform/messages.ts';
import type { OpenTestDatabase } from '#platform/testing/databases.ts';
import { hours } from '#platform/time.ts';
import type { Db, Tables } from '#server/db/tables.ts';
import { addCenter, changeSeries } from '#server/features/center-administration/edit-center.ts';
import { registerClosings } from '#server/features/closings/register.ts';
import { registerPayments } from '#server/features/payments/register.ts';
import type { StoredEntry } from '#server/features/staff-log/log-repository.ts';
import { registerWaitingList } from '#server/features/waiting-list/register.ts';
import type { StaffMember } from '#server/http/viewer.ts';
import { createFakeAccounts } from '#server/testing/fake-accounts.ts';
import { createFakeCards } from '#server/testing/fake-cards.ts';
import { newMember, noon } from '#server/testing/people.ts';
import { createTestCore } from '#server/testing/test-core.ts';

export const coordinator: StaffMember = {
  ...newMember('coordinator@example.org'),
  roles: [{ role: 'coordinator', centerId: 'c1' }],
  role: 'coordinator',
  shift: { id: 's', device: '', endsAt: noon + hours(12) },
  hasSecondFactor: true,
};

/**
 * Dependencies of centers and appointments on one server. `takeRecorded` returns the new entries of the staff
 * log. `deliver` sends the queued messages.
 */
export function createCenterDeps(db: Db, time = { now: noon }, { sendsTexts = false } = {}) {
  const emailServer = { isSet: true };
  const clock = () => time.now;
  const emails: { to: string; subject: string; text: string }[] = [];
  const texts: TextMessage[] = [];
  const cards = createFakeCards(clock);
  const accounts = createFakeAccounts();
  const core = createTestCore(db, time, {
    accounts,
    cards: cards.cards,
    features: ['staff'],
    sendsEmail: async () => emailServer.isSet,
    sendsTexts,
    sendMail: async (email: Email) => void emails.push(email),
    sendTextMessage: async (message: TextMessage) => void texts.push(message),
  });
  for (const { handlers = {} } of [registerClosings(core), registerWaitingList(core), registerPayments(core)])
    core.outbox.handle(handlers);
  core.outbox.handle({ email: core.sendMail });
  let seen = 0;
  return {
    ...core,
    accounts,
    cards: cards.cards,
    provider: cards,
    time,
    emails,
    texts,
    emailServer,
    async takeRecorded() {
      const entries = await listRecorded(db, seen);
      seen = entries.at(-1)?.seq ?? seen;
      return entries.map(({ seq: _, ...entry }) => entry);
    },
    async deliver() {
      while ((await core.outbox.deliver()) > 0);
    },
  };
}

/** Returns the entries of the staff log after a row. */
async function listRecorded(db: Db, after: number) {
  const rows = await db
    .selectFrom('staff_log')
    .select(['seq', 'content'])
    .where('seq', '>', after)
    .orderBy('seq')
    .execute();
  return Promise.all(
    rows.map(async ({ seq, content }) => {
      const { action, centerId } = JSON.parse(content) as StoredEntry;
      const people = await db
        .selectFrom('staff_log_people')
        .innerJoin('person_keys', 'person_keys.pseudonym', 'staff_log_people.pseudonym')
        .select('person_keys.user_id')
        .where('seq', '=', seq)
        .where('is_actor', '=', 0)
        .orderBy('person_keys.user_id')
        .execute();
      return { seq, action, people: people.map(({ user_id }) => user_id), ...(centerId && { centerId }) };
    }),
  );
}

/** Opens a new database and creates the dependencies on it. Disposing of them closes the database. */
export async function openCenterDeps(
  open: OpenTestDatabase,
  time = { now: noon },
  options?: Parameters<typeof createCenterDeps>[2],
) {
  const database = await open();
  const deps = createCenterDeps(database.db.withTables<Tables>(), time, options);
  return { ...deps, [Symbol.asyncDispose]: () => database[Symbol.asyncDispose]() };
}

/**
 * 2 slots every 30 minutes on each Tuesday and Wednesday, from 9 to 10. November 24 and 25, 2026, are two of
 * these days.
 */
export const rule: ClinicRule = {
  weekdays: [2, 3],
  from: '2026-11-01' as Day,
  opens: '09:00',
  closes: '10:00',
  intervalMinutes: 30,
  slots: 2,
  exceptions: [],
};

type Deps = ReturnType<typeof createCenterDeps>;

/** Adds a center with these series and returns its id. */
export async function addTestCenter(
  deps: Deps,
  { name = `Center ${newId()}`, series = [rule] }: { name?: string; series?: ClinicRule[] } = {},
): Promise<string> {
  const id = await addCenter(deps, coordinator, { name, address: 'Dhaka', timeZone: 'Asia/Dhaka' });
  for (const clinicRule of series)
    await changeSeries(deps, coordinator, { centerId: id, rule: clinicRule }, false);
  return id;
}

/** Compares each slot's `reserved` with its appointments and holds. Returns the differences. */
export async function findLostSlots(db: Db): Promise<unknown[]> {
  const slots = await db.selectFrom('slots').selectAll().execute();
  const appointments = await db
    .selectFrom('appointments')
    .select(['center_id', 'day', 'slot_time'])
    .where('slot_time', 'is not', null)
    .execute();
  const keyOf = (...parts: unknown[]) => JSON.stringify(parts);
  const counts = new Map(slots.map((p) => [keyOf(p.center_id, p.day, p.time), -p.reserved]));
  const held = await db.selectFrom('waiting_list').selectAll().where('state', '=', 'offered').execute();
  const taking = [
    ...appointments,
    ...held.map(({ center_id, day, held_time }) => ({ center_id, day, slot_time: held_time })),
  ];
  for (const a of taking) {
    const key = keyOf(a.center_id, a.day, a.slot_time);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [...counts].filter(([, difference]) => difference !== 0);
}
