import assert from 'node:assert/strict';
import { compatibleDonors } from '#contract/blood-compatibility.ts';
import { type Day, utcDay } from '#contract/days.ts';
import { defaultDistricts } from '#contract/default-districts.ts';
import { districtName, parseDistricts } from '#contract/districts.ts';
import { type BloodGroup, bloodGroups } from '#contract/values.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import { newId } from '#platform/ids.ts';
import { days, hours, minutes } from '#platform/time.ts';
import type { Core } from '#server/core.ts';
import type { BloodRequestRow, RequestDonorRow } from '#server/db/request-tables.ts';
import type { Db } from '#server/db/tables.ts';
import { answerRequest } from '#server/features/blood-requests/answers.ts';
import { recordDonorGave } from '#server/features/blood-requests/given.ts';
import * as repository from '#server/features/blood-requests/repository.ts';
import { expireRequests } from '#server/features/blood-requests/rules.ts';
import { askDonor, askDonors } from '#server/features/blood-requests/waves.ts';
import { createTestCore } from '#server/testing/test-core.ts';

type Options = { db: Db; donorCount: number; requestCount: number; seed: number };

/** What the simulation knows of a donor, apart from the database. */
type Donor = {
  userId: string;
  group: BloodGroup;
  district: string;
  lastDonation: number;
  deferredUntil: number;
  pausedUntil: number;
  lastAsked: number;
};

/** The wait after a donation in the default rules. */
const WAIT_MS = days(7 * 12);
const START = Date.UTC(2027, 0, 1, 6);
const YEAR_MS = days(365);
const districts = parseDistricts({ list: defaultDistricts }).map(districtName);

/** Returns numbers from 0 to 1 that depend only on the seed (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

class Killed extends Error {}

/**
 * Simulates a year in which requests arrive, donors are asked by two servers, answer, give, pause and are
 * deferred. A server is killed at random in the middle of a wave or before an email.
 * @returns how much happened, so that a test can expect that it was not nothing
 * @throws AssertionError if a donor was asked who must not be asked, a wave was sent twice, or more donors
 * have agreed than bags were needed
 */
export async function simulateRequests({ db, donorCount, requestCount, seed }: Options) {
  const random = createRandom(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const time = { now: START };
  const emails = new Map<string, number>();
  const counts = { asked: 0, agreed: 0, given: 0, kills: 0, waves: 0 };

  /** Creates a server that is killed in the middle of a transaction with a probability of 2 %. */
  function startServer(): Core {
    const core = createTestCore(db, time, { features: ['staff', 'requests'] });
    const { outbox } = core;
    const fragile: Core['outbox'] = {
      ...outbox,
      add: async (trx, kind, payload) => {
        await outbox.add(trx, kind, payload);
        if (random() < 0.02) throw new Killed();
      },
    };
    const running = { ...core, outbox: fragile };
    running.sendMail = async ({ to }) => void emails.set(to, (emails.get(to) ?? 0) + 1);
    fragile.handle({
      'ask-donor': askDonor.bind(undefined, running),
      'request-notice': async () => {},
    });
    return running;
  }
  const servers = [startServer(), startServer()];

  const donors = Array.from(
    { length: donorCount },
    (_, n): Donor => ({
      userId: `donor-${n}`,
      group: pick(bloodGroups),
      district: pick(districts),
      lastDonation: START - days(Math.floor(random() * 200)),
      deferredUntil: 0,
      pausedUntil: 0,
      lastAsked: Number.NEGATIVE_INFINITY,
    }),
  );
  const byId = new Map(donors.map((donor) => [donor.userId, donor]));
  await addDonors(db, donors, random);

  /** Runs a part of a server, which may be killed. */
  async function survive(run: () => Promise<unknown>): Promise<void> {
    try {
      await run();
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
      counts.kills += 1;
    }
  }

  /** Checks the donors who were asked since the last check. */
  async function expectAskedAllowed(at: number): Promise<void> {
    const rows = await db
      .selectFrom('request_donors')
      .innerJoin('blood_requests', 'blood_requests.id', 'request_donors.request_id')
      .select(['request_donors.id', 'request_donors.user_id', 'component', 'blood_group'])
      .where('asked_at', '=', at)
      .execute();
    for (const { user_id, component, blood_group } of rows) {
      const donor = byId.get(user_id) as Donor;
      if (donor.lastAsked === at) continue;
      assert(at - donor.lastAsked >= days(7), `${user_id} was asked twice in seven days`);
      assert(at - donor.lastDonation >= WAIT_MS - days(1), `${user_id} was asked within the waiting time`);
      assert(donor.deferredUntil <= at + days(1), `${user_id} was asked while deferred`);
      assert(donor.pausedUntil <= at + days(1), `${user_id} was asked while paused`);
      assert(compatibleDonors(component, blood_group).includes(donor.group), `${user_id} is incompatible`);
      donor.lastAsked = at;
      counts.asked += 1;
    }
  }

  const arrivals = Array.from({ length: requestCount }, () => START + random() * YEAR_MS).sort(
    (a, b) => a - b,
  );
  const open = new Map<string, number>();
  /** How often the servers looked for donors of each request. */
  const rounds = new Map<string, number>();
  for (const arrival of arrivals) {
    // Asks and answers until the next request arrives.
    for (let step = 0; step < 3; step += 1) {
      time.now = Math.min(arrival, time.now + minutes(21));
      await Promise.all(servers.map((server) => survive(() => askDonors(server))));
      for (const id of open.keys()) rounds.set(id, (rounds.get(id) ?? 0) + 1);
      await expectAskedAllowed(time.now);
      await expectWavesOnce();
      await Promise.all(servers.map((server) => survive(() => server.outbox.deliver('ask-donor'))));
      for (const id of open.keys()) await answer(id);
    }
    time.now = Math.round(arrival);
    await survive(() => expireRequests(servers[0] as Core));
    const id = newId();
    open.set(id, time.now + hours(4 + random() * 40));
    await addRequest(id);
    await changeDonors();
    for (const [known, neededBy] of open) if (neededBy < time.now) open.delete(known);
  }
  await expectNumbers(db);
  counts.waves = (await db.selectFrom('blood_requests').select('waves').execute()).reduce(
    (sum, { waves }) => sum + waves,
    0,
  );
  const sent = [...emails.values()].reduce((sum, count) => sum + count, 0);
  assert(sent <= counts.asked, `${sent} emails to ${counts.asked} donors`);
  return { ...counts, sent };

  /** Expects at most one wave of a request each time that both servers looked for donors. */
  async function expectWavesOnce(): Promise<void> {
    if (open.size === 0) return;
    const sent = await db
      .selectFrom('blood_requests')
      .select(['id', 'waves'])
      .where('id', 'in', [...open.keys()])
      .execute();
    for (const { id, waves } of sent)
      assert(waves <= (rounds.get(id) ?? 0), `a wave of ${id} was sent twice`);
  }

  async function addRequest(id: string): Promise<void> {
    const row: BloodRequestRow = {
      ...{
        id,
        user_id: 'family',
        blood_group: pick(bloodGroups),
        component: 'red-cells',
        agreed: 0,
        given: 0,
      },
      ...{ bags: 1 + Math.floor(random() * 3), district: pick(districts), hospital: 'H', center_id: null },
      ...{ needed_by: Math.round(open.get(id) ?? 0), initials: 'A', relation: 'son', phone: '1', note: null },
      ...{
        reason: null,
        state: 'open',
        created_at: time.now,
        waves: 0,
        next_wave_at: time.now,
        ended_at: null,
      },
    };
    await inTransaction(db, (trx) => repository.insertRequest(trx, row));
  }

  /** Some donors answer, and some of those who agreed give. */
  async function answer(id: string): Promise<void> {
    const [core] = servers as [Core];
    for (const row of await repository.listDonors(db, id, ['asked', 'agreed'])) {
      const donor = byId.get(row.user_id) as Donor;
      if (row.state === 'asked' && random() < 0.3)
        await survive(async () => {
          const choice = pick(['yes', 'yes', 'no', 'pause'] as const);
          await answerRequest(core, donor, id, { answer: choice }).catch(ignoreRefusal);
          const paused = await db
            .selectFrom('donor_availability')
            .select('paused_until')
            .where('user_id', '=', donor.userId)
            .executeTakeFirst();
          donor.pausedUntil = paused?.paused_until ? Date.parse(paused.paused_until) : 0;
        });
      else if (row.state === 'agreed' && random() < 0.5) await survive(() => give(core, row, donor));
    }
    await expectNumbers(db, id);
  }

  async function give(core: Core, row: RequestDonorRow, donor: Donor): Promise<void> {
    await inTransaction(db, async (trx) => {
      const request = await repository.lockRequest(trx, row.request_id);
      const current = await repository.findDonor(trx, row.id);
      if (!request || current?.state !== 'agreed' || request.given >= request.bags) return;
      await recordDonorGave(core, trx, request, current, 'Asia/Dhaka');
    });
    const given = await repository.findDonor(db, row.id);
    if (given?.state !== 'given') return;
    donor.lastDonation = time.now;
    counts.given += 1;
  }

  /** Centers defer some donors, and others pause. */
  async function changeDonors(): Promise<void> {
    const until = time.now + days(60);
    const day = utcDay(until);
    const some = () => Array.from({ length: Math.min(100, Math.ceil(donorCount / 50)) }, () => pick(donors));
    const [deferred, paused] = [some(), some()];
    for (const donor of deferred) donor.deferredUntil = until;
    for (const donor of paused) donor.pausedUntil = until;
    const idsOf = (list: readonly Donor[]) => list.map(({ userId }) => userId);
    await db
      .updateTable('appointments')
      .set({ deferred_until: day })
      .where('user_id', 'in', idsOf(deferred))
      .execute();
    await db
      .updateTable('donor_availability')
      .set({ paused_until: day })
      .where('user_id', 'in', idsOf(paused))
      .execute();
  }

  /** Expects that each request counts its donors, and never more than its bags. */
  async function expectNumbers(from: Db, id?: string): Promise<void> {
    let query = from.selectFrom('blood_requests').select(['id', 'agreed', 'given', 'bags']);
    if (id !== undefined) query = query.where('id', '=', id);
    for (const request of await query.execute()) {
      const expected = await repository.listDonors(from, request.id, ['agreed', 'arrived']);
      assert(request.agreed + request.given <= request.bags, 'more donors have agreed than bags are needed');
      assert.equal(expected.length, request.agreed, 'the number of donors who agreed');
      counts.agreed = Math.max(counts.agreed, request.agreed);
    }
  }
}

/** A donor who meanwhile must wait, or a request that is over. */
function ignoreRefusal(error: { code?: string }): void {
  if (!['donor-waits', 'request-over'].includes(error.code ?? '')) throw error;
}

const BATCH = 500;

async function addDonors(db: Db, donors: readonly Donor[], random: () => number): Promise<void> {
  for (let start = 0; start < donors.length; start += BATCH) {
    const batch = donors.slice(start, start + BATCH);
    const email = ({ userId }: Donor) => `${userId}@example.org`;
    await db
      .insertInto('users')
      .values(
        batch.map((donor) => ({
          ...{ id: donor.userId, email: email(donor), created_at: 1, language: 'en' as const },
          ...{ reminders_stopped_at: null, email_verified_at: 1 },
        })),
      )
      .execute();
    await db
      .insertInto('donor_availability')
      .values(
        batch.map((donor) => ({
          ...{ user_id: donor.userId, may_be_asked: 1, blood_group: donor.group, district: donor.district },
          ...{ max_districts: 1, reach: Math.floor(random() * 3), hours_from: '00:00', hours_to: '24:00' },
          ...{ by_email: 1, by_text: 0, urgent_at_night: 0, paused_until: null, asked_at: 0 },
        })),
      )
      .execute();
    await db
      .insertInto('imported_donations')
      .values(
        batch.map((donor) => ({
          ...{ id: newId(), email: email(donor), day: utcDay(donor.lastDonation) as Day, center: 'Dhaka' },
          ...{ blood_group: donor.group, name: null, user_id: donor.userId, expires_at: null },
        })),
      )
      .execute();
    await db
      .insertInto('appointments')
      .values(
        batch.map((donor) => ({
          ...{
            id: newId(),
            user_id: donor.userId,
            email: email(donor),
            name: 'Rahim Uddin',
            phone: '01712345678',
          },
          ...{
            center: 'Dhaka',
            center_key: 'dhaka',
            blood_group: donor.group,
            day: '2026-01-01' as Day,
            moves: 0,
          },
          ...{ status: 'noshow' as const, center_id: null, slot_time: null, opinion: null, fee_amount: null },
          ...{
            fee_currency: null,
            transaction_id: null,
            paid_at: null,
            paid_amount: null,
            paid_currency: null,
          },
          ...{ refunded_at: null, refunded_amount: null, reminded_day: null, deferred_until: null },
          ...{ deferral_emailed: null, released_time: null, cancellation_reason: null, walk_in: null },
        })),
      )
      .execute();
  }
}
