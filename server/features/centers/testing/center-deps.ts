import type { ClinicRule } from '#contract/clinic-rule.ts';
import type { Day } from '#contract/days.ts';
import type { Database } from '#platform/database/open.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import { newId } from '#platform/ids.ts';
import { createOutbox } from '#platform/jobs/outbox.ts';
import type { Email, TextMessage } from '#platform/messages.ts';
import { createMemoryLimiters } from '#platform/security/rate-limits.ts';
import { createTextLimits } from '#platform/security/text-limits.ts';
import type { OpenTestDatabase } from '#platform/testing/databases.ts';
import { createTestDatabaseClock } from '#platform/testing/test-database-clock.ts';
import { hours } from '#platform/time.ts';
import { clinicHandlers, createClinics } from '#server/clinics.ts';
import type { Db, Tables, Trx } from '#server/db/tables.ts';
import { recordClosed } from '#server/features/closings/rules.ts';
import { type MemberEmail, sendIfConfirmed } from '#server/features/payments/emails.ts';
import { refund } from '#server/features/payments/refunds.ts';
import { createOfferTokens } from '#server/features/place-offers/rules.ts';
import { listInLine } from '#server/features/waiting-list/rules.ts';
import type { StaffMember } from '#server/http/viewer.ts';
import { createFakeAccounts } from '#server/testing/fake-accounts.ts';
import { createFakeCards } from '#server/testing/fake-cards.ts';
import { newMember, noon } from '#server/testing/people.ts';
import { addCenter, changeSeries } from '../administration.ts';
import type { AdministrationDeps } from '../clinic-changes.ts';

export const coordinator: StaffMember = {
  ...newMember('coordinator@example.org'),
  roles: [{ role: 'coordinator', centerId: 'c1' }],
  role: 'coordinator',
  shift: { id: 's', device: '', endsAt: noon + hours(12) },
  hasSecondFactor: true,
};

/**
 * Dependencies of centers and appointments on one server. `recorded` are the entries of the staff log. `deliver` sends the
 * queued messages.
 */
export function createCenterDeps(db: Db, time = { now: noon }, { sendsTexts = false } = {}) {
  const emailServer = { isSet: true };
  const sendsEmail = async () => emailServer.isSet;
  const clock = () => time.now;
  const emails: { to: string; subject: string; text: string }[] = [];
  const texts: TextMessage[] = [];
  const recorded: { action: string; people: readonly string[] }[] = [];
  const change: AdministrationDeps['change'] = (_, work) =>
    inTransaction(db, (trx) => work(trx, async (entry) => void recorded.push(entry)));
  const outbox = createOutbox({
    db: db as unknown as Database,
    clock,
    databaseClock: createTestDatabaseClock(clock),
    onFailure: (error) => {
      throw error;
    },
  });
  const cards = createFakeCards(clock);
  const payments = { db, clock, outbox, cards: cards.cards, publicUrl: 'https://blood.example', siteId: 's' };
  const tokens = createOfferTokens(new Uint8Array(32));
  const accounts = createFakeAccounts();
  const clinics = createClinics({ ...payments, accounts }, { tokens, sendsTexts, sendsEmail }, ['staff']);
  const messages = {
    ...payments,
    hasLanguages: true,
    accounts,
    sendsEmail,
    sendMail: async (email: Email) => void emails.push(email),
    sendTextMessage: async (message: TextMessage) => void texts.push(message),
    countText: createTextLimits(createMemoryLimiters(), 500),
  };
  outbox.handle({
    ...clinicHandlers({ ...messages, clinics }),
    mail: messages.sendMail,
    'mail-if-confirmed': (email: MemberEmail, id: string) => sendIfConfirmed(messages, email, id),
    refund: ({ intentId }: { intentId: string }) => refund(payments, intentId),
  });
  return {
    sendTextMessage: messages.sendTextMessage,
    countText: messages.countText,
    ...{ db, clock, time, change, recorded, emails, texts, tokens, cards, clinics, payments, outbox },
    ...{ accounts, emailServer, sendsEmail },
    ...{ places: clinics.places, publicUrl: payments.publicUrl },
    onCancellation: clinics.onCancellation,
    notifyMember: (async (_, { user_id }, render) =>
      void emails.push({ to: user_id, ...render({ language: 'en' }) })) as AdministrationDeps['notifyMember'],
    recordClosed: ((trx, closed) =>
      recordClosed(trx, { clock, outbox, sendsTexts }, closed)) as AdministrationDeps['recordClosed'],
    listInLine: ((trx, line) => listInLine(trx, clinics.waiting, line)) as AdministrationDeps['listInLine'],
    async deliver() {
      while ((await outbox.deliver()) > 0);
    },
    cancelOpenPayment: async () => {},
    cancelPaymentLater: async (_: Trx) => {},
  };
}

/** Creates them on a new database, which ends with them. */
export async function openCenterDeps(
  open: OpenTestDatabase,
  time = { now: noon },
  options?: Parameters<typeof createCenterDeps>[2],
) {
  const database = await open();
  const deps = createCenterDeps(database.db.withTables<Tables>(), time, options);
  return { ...deps, [Symbol.asyncDispose]: () => database[Symbol.asyncDispose]() };
}

/** 2 places every 30 minutes on each Tuesday and Wednesday, from 9 to 10. November 24 and 25, 2026 are the first two. */
export const rule: ClinicRule = {
  weekdays: [2, 3],
  from: '2026-11-01' as Day,
  opens: '09:00',
  closes: '10:00',
  intervalMinutes: 30,
  places: 2,
  exceptions: [],
};

type Deps = ReturnType<typeof createCenterDeps>;

/** Adds a center with these series and returns its id. */
export async function addTestCenter(
  deps: Deps,
  { name = `Center ${newId()}`, series = [rule] }: { name?: string; series?: ClinicRule[] } = {},
): Promise<string> {
  const id = await addCenter(deps, coordinator, { name, address: 'Dhaka', timeZone: 'Asia/Dhaka' });
  for (const each of series) await changeSeries(deps, coordinator, { centerId: id, rule: each }, false);
  return id;
}

/** Compares the taken places with the appointments and holds that take them. Returns the differences. */
export async function findLostPlaces(db: Db): Promise<unknown[]> {
  const places = await db.selectFrom('places').selectAll().execute();
  const appointments = await db
    .selectFrom('appointments')
    .select(['center_id', 'day', 'place_time'])
    .where('place_time', 'is not', null)
    .execute();
  const keyOf = (...parts: unknown[]) => JSON.stringify(parts);
  const counts = new Map(places.map((p) => [keyOf(p.center_id, p.day, p.time), -p.taken]));
  const held = await db.selectFrom('waiting_list').selectAll().where('state', '=', 'offered').execute();
  const taking = [
    ...appointments,
    ...held.map(({ center_id, day, held_time }) => ({ center_id, day, place_time: held_time })),
  ];
  for (const a of taking) {
    const key = keyOf(a.center_id, a.day, a.place_time);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [...counts].filter(([, difference]) => difference !== 0);
}
