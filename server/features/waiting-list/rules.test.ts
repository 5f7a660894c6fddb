import { expect } from 'vitest';
import { type Day, utcDay } from '#contract/days.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import { onBothDatabases } from '#platform/testing/databases.ts';
import { codeOf } from '#platform/testing/error-code.ts';
import { testWith } from '#platform/testing/test-with.ts';
import { days, minutes } from '#platform/time.ts';
import { serverMigrations } from '#server/db/migrations.ts';
import { addClosing, changeSeries } from '#server/features/center-administration/edit-center.ts';
import { issueOfferToken, readOfferToken } from '#server/features/offer-links/offer-tokens.ts';
import { sendTextToDonor } from '#server/features/offer-links/text-donor.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { addMember, bookAppointment, filledForm, noon } from '#server/testing/people.ts';
import { listAppointments } from '../appointments/repository.ts';
import { cancelAppointment, requestAppointment } from '../appointments/rules.ts';
import { WHOLE_DAY } from '../centers/days.ts';
import { findCenter } from '../centers/repository.ts';
import * as slots from '../centers/slots.ts';
import {
  addTestCenter,
  coordinator,
  findLostSlots,
  openCenterDeps,
  rule,
} from '../centers/testing/center-deps.ts';
import { acceptOffer, declineOffer, describeOffer } from './offers.ts';
import { exportWaitingLists, listWaitingLists } from './own-lists.ts';
import * as waitingList from './rules.ts';

const tuesday = '2026-11-24' as Day;
const wednesday = '2026-11-25' as Day;
const details = { name: 'Nusrat Jahan', phone: '01812345678', bloodGroup: 'A+' } as const;

onBothDatabases([serverMigrations], (open) => {
  /** Creates a center with 2 slots on a Tuesday, both booked, and further members. */
  async function createDeps({
    waiting = 3,
    emailVerified = true,
    sendsTexts = false,
    clinic = { ...rule, closes: '09:30' },
  } = {}) {
    const deps = await openCenterDeps(open, undefined, { sendsTexts });
    const series = [clinic];
    const centerId = await addTestCenter(deps, { name: 'Dhaka', series });
    const donors: Viewer[] = [];
    for (const n of [1, 2]) {
      const donor = await addMember(deps.db, `donor-${n}@example.org`);
      await bookAppointment(deps, donor, { center: 'Dhaka', date: tuesday });
      donors.push(donor);
    }
    const members: Viewer[] = [];
    for (let n = 1; n <= waiting; n += 1)
      members.push(await addMember(deps.db, `waiting-${n}@example.org`, { emailVerified }));
    return {
      ...deps,
      centerId,
      series,
      donors: donors as [Viewer, Viewer],
      members: members as [Viewer, Viewer, Viewer],
    };
  }
  type Deps = Awaited<ReturnType<typeof createDeps>>;

  const join = (deps: Deps, member: Viewer, day = tuesday) =>
    waitingList.joinWaitingList(deps, member, { centerId: deps.centerId, day }, details);
  const list = (deps: Deps, member: Viewer) => listWaitingLists(deps, member);
  const cancel = async (deps: Deps, donor: Viewer, day = tuesday) => {
    const appointment = (await listAppointments(deps.db, donor)).find((row) => row.day === day);
    return cancelAppointment(deps, donor, appointment?.id ?? '');
  };
  const bookOn = async (deps: Deps, donors: readonly Viewer[], date: Day) => {
    for (const donor of donors) await bookAppointment(deps, donor, { center: 'Dhaka', date });
  };
  const book = (deps: Deps, member: Viewer) =>
    requestAppointment(deps, member, filledForm({ center: 'Dhaka', date: tuesday }));
  const claimsOf = async (deps: Deps, member: Viewer) => {
    const [entry] = await list(deps, member);
    return readOfferToken(deps, entry?.offer?.token ?? '');
  };

  const wholeDay = { day: tuesday, ...WHOLE_DAY, message: null };
  const close = (deps: Deps, hours: Partial<typeof wholeDay> = {}) =>
    addClosing(deps, coordinator, { centerId: deps.centerId, ...wholeDay, ...hours }, false);
  /** Changes how many slots each arrival time has. */
  const setSlots = async (deps: Deps, slots: number) => {
    const [series] = (await findCenter(deps.db, deps.centerId))?.series ?? [];
    const change = { centerId: deps.centerId, seriesId: series?.id };
    await changeSeries(deps, coordinator, { ...change, rule: { ...rule, closes: '09:30', slots } }, false);
  };
  /** Returns the addresses of the members who were notified that the day is closed. */
  const listNotified = async (deps: Deps) => {
    await deps.deliver();
    const about = deps.emails.filter(({ subject }) => /waiting for is closed/.test(subject));
    return [...new Set(about.map(({ to }) => to))];
  };

  const test = testWith(createDeps);

  test('whoever joins while the day is being closed is told, or does not join', async (deps) => {
    const results = await Promise.allSettled([
      ...deps.members.map((member) => join(deps, member)),
      close(deps),
    ]);
    const joined = deps.members.filter((_, n) => results[n]?.status === 'fulfilled');
    expect((await listNotified(deps)).sort()).toEqual(joined.map(({ email }) => email).sort());
  });

  test('who cannot be told keeps the slot in the line, but gets no offer until the address is confirmed', async (deps) => {
    // There are more members than one query reads.
    const unconfirmed: Viewer[] = [];
    for (let n = 0; n < 51; n += 1)
      unconfirmed.push(await addMember(deps.db, `invented-${n}@example.org`, { emailVerified: false }));
    const [confirmed] = deps.members;
    for (const member of [...unconfirmed, confirmed]) await join(deps, member);
    await cancel(deps, deps.donors[0]);
    expect(await list(deps, confirmed)).toMatchObject([{ offer: { time: '09:00' } }]);
    const [first] = unconfirmed as [Viewer];
    await deps.db
      .updateTable('users')
      .set({ email_verified_at: noon })
      .where('id', '=', first.userId)
      .execute();
    await cancel(deps, deps.donors[1]);
    expect(await list(deps, first)).toMatchObject([{ offer: { time: '09:00' } }]);
    // Without an email server, most members cannot confirm an address. They come after those who have
    // confirmed one.
    deps.emailServer.isSet = false;
    const last = deps.members[1];
    await join(deps, last);
    for (const [slots, next] of [
      [3, last],
      [4, unconfirmed[1] as Viewer],
    ] as const) {
      await setSlots(deps, slots);
      await waitingList.offerFreeSlots(deps);
      expect(await list(deps, next)).toMatchObject([{ offer: { time: '09:00' } }]);
    }
  });

  test('whoever has booked another slot on the day is not told; whoever missed an offer is not promised one', async (deps) => {
    const [first, second] = deps.members;
    await addTestCenter(deps, { name: 'Mirpur', series: deps.series });
    for (const member of [first, second]) await join(deps, member);
    await bookAppointment(deps, second, { center: 'Mirpur', date: tuesday });
    await cancel(deps, deps.donors[0]);
    deps.time.now += minutes(31);
    await waitingList.endExpiredHolds(deps);
    await close(deps);
    expect(await listNotified(deps)).toEqual([]);
    expect(await list(deps, first)).toMatchObject([{ state: 'expired' }]);
  });

  test('whoever waits today is told when the rest of the day is closed', async () => {
    await using deps = await createDeps({ clinic: { ...rule, closes: '10:00', slots: 1 } });
    const [first] = deps.members;
    // At 9:10 in Dhaka, the first arrival time is over.
    deps.time.now = Date.parse(`${tuesday}T03:10:00Z`);
    await join(deps, first);
    await close(deps, { opens: '09:30', closes: '10:00' });
    expect(await listNotified(deps)).toEqual([first.email]);
    expect(await list(deps, first)).toMatchObject([{ state: 'closed' }]);
  });

  test('a freed slot is held for the next person in line, who books exactly it; nobody else can take it', async (deps) => {
    const [first, second, other] = deps.members;
    expect(await join(deps, first)).toBe(1);
    expect(await join(deps, second)).toBe(2);
    expect(await join(deps, second)).toBe(2);
    await cancel(deps, deps.donors[0]);
    expect(await book(deps, other)).toMatchObject({ success: false, message: expect.stringMatching(/full/) });
    await deps.deliver();
    expect(deps.emails.map(({ to, subject }) => [to, subject])).toEqual([
      [first.email, 'A place for your blood donation is free'],
    ]);
    expect(await list(deps, second)).toMatchObject([{ state: 'waiting', position: 2 }]);
    const claims = await claimsOf(deps, first);
    expect(deps.emails[0]?.text).toContain(`/slot-offer#${issueOfferToken(deps, claims)}`);
    expect(deps.emails[0]?.text).toMatch(/We hold this place for you until \d\d:\d\d \(Asia\/Dhaka\)\./);
    expect(await describeOffer(deps, claims)).toMatchObject({
      state: 'open',
      time: '09:00',
      missing: [],
    });
    const reserved = await Promise.allSettled([1, 2].map(() => acceptOffer(deps, claims, {})));
    expect(reserved.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await listAppointments(deps.db, first)).toMatchObject([
      { center: 'Dhaka', center_id: deps.centerId, day: tuesday, slot_time: '09:00', name: details.name },
    ]);
    expect(await describeOffer(deps, claims)).toMatchObject({
      state: 'used',
      center: 'Dhaka',
      chosen: { date: tuesday, time: '09:00' },
    });
    expect(await codeOf(declineOffer(deps, claims))).toBe('already-chosen');
    expect(await list(deps, second)).toMatchObject([{ position: 1 }]);
    // Joining again after canceling creates a new entry.
    expect(await book(deps, other)).toMatchObject({ success: false });
    await cancel(deps, first);
    expect(await join(deps, first)).toBe(2);
    expect(await describeOffer(deps, claims)).toMatchObject({ state: 'gone' });
    expect(await findLostSlots(deps.db)).toEqual([]);
  });

  test('who has five slots cannot take a held slot until one is free; it stays held', async (deps) => {
    const [first] = deps.members;
    await join(deps, first);
    await cancel(deps, deps.donors[0]);
    const claims = await claimsOf(deps, first);
    for (const week of [1, 2, 3, 4, 5])
      await bookAppointment(deps, first, {
        center: 'Dhaka',
        date: utcDay(Date.parse(tuesday) + days(7 * week)),
      });
    const accept = () => acceptOffer(deps, claims, {});
    expect(await accept()).toMatchObject({ success: false, limit: 5 });
    expect(await list(deps, first)).toMatchObject([{ state: 'offered' }]);
    const [, second] = await listAppointments(deps.db, first);
    await cancelAppointment(deps, first, second?.id ?? '');
    expect(await accept()).toEqual({ success: true });
    expect(await findLostSlots(deps.db)).toEqual([]);
  });

  test('of accepting and declining at once, one happens', async (deps) => {
    const [first] = deps.members;
    await join(deps, first);
    await cancel(deps, deps.donors[0]);
    const claims = await claimsOf(deps, first);
    const [accepted, declined] = await Promise.allSettled([
      acceptOffer(deps, claims, {}),
      declineOffer(deps, claims),
    ]);
    expect([accepted.status, declined.status].sort()).toEqual(['fulfilled', 'rejected']);
    expect(await listAppointments(deps.db, first)).toHaveLength(accepted.status === 'fulfilled' ? 1 : 0);
    expect(await findLostSlots(deps.db)).toEqual([]);
  });

  test('after 30 minutes the slot is offered to the next person; after the last it is free for everybody', async (deps) => {
    const [first, second, other] = deps.members;
    await join(deps, first);
    await join(deps, second);
    await cancel(deps, deps.donors[0]);
    const claims = await claimsOf(deps, first);
    deps.time.now += minutes(30) - 1;
    await waitingList.endExpiredHolds(deps);
    expect(await list(deps, first)).toMatchObject([{ state: 'offered', position: 1 }]);
    deps.time.now += 1;
    expect(await codeOf(acceptOffer(deps, claims, {}))).toBe('link-expired');
    await Promise.all([1, 2].map(() => waitingList.endExpiredHolds(deps)));
    expect(await describeOffer(deps, claims)).toMatchObject({ state: 'expired' });
    expect(await list(deps, first)).toMatchObject([{ state: 'expired' }]);
    expect(await list(deps, second)).toMatchObject([{ state: 'offered', position: 1 }]);
    expect(await join(deps, first)).toBe(2);
    await declineOffer(deps, await claimsOf(deps, second));
    expect(await list(deps, first)).toMatchObject([{ state: 'offered', position: 1 }]);
    expect(await claimsOf(deps, first)).not.toEqual(claims);
    expect(await describeOffer(deps, claims)).toMatchObject({ state: 'gone' });
    deps.time.now += minutes(30);
    await waitingList.endExpiredHolds(deps);
    expect(await findLostSlots(deps.db)).toEqual([]);
    expect(await book(deps, other)).toMatchObject({ success: true });
  });

  test('a member has one open offer: of two slots freed at once, one is offered, and the other when it ends', async (deps) => {
    const [first] = deps.members;
    await bookOn(deps, deps.donors, wednesday);
    for (const day of [tuesday, wednesday]) await join(deps, first, day);
    await Promise.all(deps.donors.map((donor, n) => cancel(deps, donor, n === 0 ? tuesday : wednesday)));
    const states = async () => (await list(deps, first)).map(({ state }) => state).toSorted();
    expect(await states()).toEqual(['offered', 'waiting']);
    expect(await findLostSlots(deps.db)).toEqual([]);
    deps.time.now += minutes(30);
    await waitingList.endExpiredHolds(deps);
    await waitingList.offerFreeSlots(deps);
    expect(await states()).toEqual(['expired', 'offered']);
    expect(await findLostSlots(deps.db)).toEqual([]);
  });

  test('after two offers that a member let pass or declined within a day, the next person is asked', async (deps) => {
    const [first, second] = deps.members;
    const state = async (member: Viewer) => (await list(deps, member))[0]?.state;
    await join(deps, first);
    await cancel(deps, deps.donors[0]);
    deps.time.now += minutes(30);
    await waitingList.endExpiredHolds(deps);
    // Book the free slot, so that the member can wait again.
    const taker = await addMember(deps.db, 'taker@example.org');
    await book(deps, taker);
    await join(deps, first);
    await cancel(deps, taker);
    expect(await state(first)).toBe('offered');
    await declineOffer(deps, await claimsOf(deps, first));
    await book(deps, taker);
    for (const member of [first, second]) await join(deps, member);
    await cancel(deps, taker);
    expect([await state(first), await state(second)]).toEqual(['waiting', 'offered']);
    await cancel(deps, deps.donors[1]);
    expect(await state(first)).toBe('waiting');
    deps.time.now += days(1);
    await waitingList.offerFreeSlots(deps);
    expect(await state(first)).toBe('offered');
    expect(await findLostSlots(deps.db)).toEqual([]);
  });

  test('members who may have no offer cost no statements, wherever they stand in the line', async () => {
    /**
     * Offers 6 free slots to a waiting list whose last member alone may get an offer. Returns statements and
     * rows.
     */
    async function offer(ineligible: number): Promise<{ statements: number; rows: number }> {
      await using deps = await createDeps({ waiting: ineligible + 1 });
      for (const member of deps.members) await join(deps, member);
      await setSlots(deps, 8);
      for (const { userId } of deps.members.slice(0, -1))
        for (const n of [1, 2])
          await deps.db
            .insertInto('lapsed_offers')
            .values({ id: `${userId} ${n}`, user_id: userId, lapsed_at: deps.time.now })
            .execute();
      const count = { statements: 0, rows: 0 };
      const db = deps.db.withPlugin({
        transformQuery({ node }) {
          count.statements += 1;
          return node;
        },
        async transformResult({ result }) {
          count.rows += result.rows.length;
          return result;
        },
      });
      await waitingList.offerFreeSlots({ ...deps, db });
      expect(await list(deps, deps.members.at(-1) as Viewer)).toMatchObject([{ state: 'offered' }]);
      expect(await findLostSlots(deps.db)).toEqual([]);
      return count;
    }
    expect(await offer(12)).toEqual(await offer(2));
  });

  test('joining again just after a hold has ended joins at the end of the line, also before the job has run', async (deps) => {
    const [first, second] = deps.members;
    await join(deps, first);
    await join(deps, second);
    await cancel(deps, deps.donors[0]);
    deps.time.now += minutes(30);
    expect(await join(deps, first)).toBe(2);
    expect(await list(deps, first)).toMatchObject([{ state: 'waiting', position: 2 }]);
    expect(await list(deps, second)).toMatchObject([{ state: 'offered' }]);
    expect(await findLostSlots(deps.db)).toEqual([]);
  });

  test('slots freed at once go to as many people, one each', async (deps) => {
    for (const member of deps.members) await join(deps, member);
    await Promise.all(deps.donors.map((donor) => cancel(deps, donor)));
    await Promise.all(
      deps.members.slice(0, 2).map(async (member) => acceptOffer(deps, await claimsOf(deps, member), {})),
    );
    expect(await list(deps, deps.members[2])).toMatchObject([{ state: 'waiting', position: 1 }]);
    expect(await findLostSlots(deps.db)).toEqual([]);
  });

  test('leaving, and deleting the account, pass a held slot on; somebody who booked elsewhere is skipped', async (deps) => {
    const [first, second, third] = deps.members;
    for (const member of deps.members) await join(deps, member);
    await bookAppointment(deps, second, { center: 'Elsewhere', date: tuesday });
    await cancel(deps, deps.donors[0]);
    const claims = await claimsOf(deps, first);
    await waitingList.leaveWaitingList(deps, first, { centerId: deps.centerId, day: tuesday });
    expect(await describeOffer(deps, claims)).toMatchObject({ state: 'gone' });
    expect(await list(deps, second)).toEqual([]);
    expect(await list(deps, third)).toMatchObject([{ state: 'offered' }]);
    expect(await waitingList.releaseUnusableHolds(deps)).toBe(0);
    await inTransaction(deps.db, async (trx) => {
      for (const held of await waitingList.deleteOwnEntries(trx, third))
        await slots.releaseAppointmentSlot(deps, trx, held);
    });
    expect(await list(deps, third)).toEqual([]);
    expect(await findLostSlots(deps.db)).toEqual([]);
    expect(await book(deps, first)).toMatchObject({ success: true });
  });

  test('a held slot that cannot be booked is given back: booked elsewhere, fewer slots, a closed day', async (deps) => {
    const [first, second, third] = deps.members;
    for (const member of deps.members) await join(deps, member);
    for (const donor of deps.donors) await cancel(deps, donor);
    await bookAppointment(deps, first, { center: 'Elsewhere', date: tuesday });
    expect(await waitingList.releaseUnusableHolds(deps)).toBe(1);
    expect(await list(deps, first)).toEqual([]);
    expect(await list(deps, third)).toMatchObject([{ state: 'offered' }]);

    await setSlots(deps, 1);
    const claims = await claimsOf(deps, second);
    expect(await describeOffer(deps, claims)).toMatchObject({ state: 'full' });
    expect(await acceptOffer(deps, claims, {})).toEqual({
      success: false,
      message: 'This place at Dhaka is no longer available. You stay on the waiting list',
    });
    expect(await waitingList.releaseUnusableHolds(deps)).toBe(1);
    expect(await list(deps, second)).toMatchObject([{ state: 'waiting', position: 1 }]);
    expect(await list(deps, third)).toMatchObject([{ state: 'offered', position: 2 }]);
    expect(await findLostSlots(deps.db)).toEqual([]);

    await close(deps);
    for (const member of [second, third])
      expect(await list(deps, member)).toMatchObject([{ state: 'closed' }]);
    expect(await waitingList.releaseUnusableHolds(deps)).toBe(1);
    expect(await findLostSlots(deps.db)).toEqual([]);
  });

  test('details that are given later are stored, and are part of the export', async (deps) => {
    const [first] = deps.members;
    const line = { centerId: deps.centerId, day: tuesday };
    await waitingList.joinWaitingList(deps, first, line, {});
    expect(await join(deps, first)).toBe(1);
    await waitingList.joinWaitingList(deps, first, line, { phone: '01911111111' });
    expect(await exportWaitingLists(deps, first)).toMatchObject([
      { centerId: deps.centerId, state: 'waiting', ...details, phone: '01911111111' },
    ]);
    expect((await list(deps, first))[0]).not.toHaveProperty('phone');
    await cancel(deps, deps.donors[0]);
    expect(await acceptOffer(deps, await claimsOf(deps, first), {})).toEqual({ success: true });
  });

  test('more slots are offered by the job; a slot whose day was closed meanwhile is not booked', async (deps) => {
    const [first, second] = deps.members;
    await join(deps, first);
    await join(deps, second);
    await setSlots(deps, 3);
    await waitingList.offerFreeSlots(deps, deps.clock() + 1);
    expect(await list(deps, first), 'nothing has changed since then').toMatchObject([{ state: 'waiting' }]);
    await waitingList.offerFreeSlots(deps, deps.clock());
    const claims = await claimsOf(deps, first);
    expect(await list(deps, second)).toMatchObject([{ state: 'waiting' }]);
    await close(deps);
    expect(await describeOffer(deps, claims)).toMatchObject({ state: 'full' });
    expect(await codeOf(acceptOffer(deps, claims, {}))).toBe('day-closed');
    expect(await listAppointments(deps.db, first)).toEqual([]);
    expect(await codeOf(join(deps, deps.members[2]))).toBe('day-closed');
    expect(await findLostSlots(deps.db)).toEqual([]);
  });

  test('only a full day has a waiting list', async (deps) => {
    const [first] = deps.members;
    expect(await codeOf(join(deps, deps.donors[0]))).toBe('day-taken');
    expect(await codeOf(join(deps, first, wednesday))).toBe('day-has-free-slots');
    for (const day of ['2026-11-26', '2026-11-17'] as Day[])
      expect(await codeOf(join(deps, first, day))).toBe('invalid-fields');
    const unknown = { centerId: 'unknown', day: tuesday };
    expect(await codeOf(waitingList.joinWaitingList(deps, first, unknown, {}))).toBe('not-found');
    expect(await list(deps, first)).toEqual([]);
  });

  test('an unconfirmed address gets neither email nor text', async () => {
    await using deps = await createDeps({ emailVerified: false, sendsTexts: true });
    deps.emailServer.isSet = false;
    await join(deps, deps.members[0]);
    await cancel(deps, deps.donors[0]);
    await deps.deliver();
    expect(await list(deps, deps.members[0])).toMatchObject([{ state: 'offered' }]);
    expect([deps.emails, deps.texts]).toEqual([[], []]);
  });

  test('an offer goes to the address that the identity provider has now', async () => {
    await using deps = await createDeps({ emailVerified: false, sendsTexts: true });
    const [first] = deps.members;
    await join(deps, first);
    deps.accounts.changed.set(first.userId, { isConfirmed: true, email: 'changed@example.org' });
    await cancel(deps, deps.donors[0]);
    await deps.deliver();
    expect(deps.emails.map(({ to }) => to)).toEqual(['changed@example.org']);
    expect(deps.texts).toHaveLength(1);
  });

  test('a member who reads Bengali gets the text in Bengali', async () => {
    await using deps = await createDeps({ sendsTexts: true });
    await deps.db.updateTable('users').set({ language: 'bn' }).execute();
    await join(deps, deps.members[0]);
    await cancel(deps, deps.donors[0]);
    await deps.deliver();
    expect(deps.texts[0]?.text).toMatch(/^Blood Buddies: .* Dhaka-এ একটি জায়গা খালি আছে। .*: https:/);
  });

  test('a member who leaves and joins again gets one text about the day, but an email for each offer', async () => {
    await using deps = await createDeps({ sendsTexts: true });
    const [first, second] = deps.members;
    await join(deps, first);
    await cancel(deps, deps.donors[0]);
    await deps.deliver();
    const leaving = { centerId: deps.centerId, day: tuesday };
    await book(deps, second);
    await waitingList.leaveWaitingList(deps, first, leaving);
    await book(deps, second);
    await join(deps, first);
    await cancel(deps, second);
    await deps.deliver();
    expect(await list(deps, first)).toMatchObject([{ state: 'offered' }]);
    expect(deps.emails.filter(({ to }) => to === first.email)).toHaveLength(2);
    expect(deps.texts).toMatchObject([{ phoneNumber: '+8801812345678' }]);
  });

  test('a text message is sent again after a failure without being counted again, and not sent past the limit', async () => {
    await using deps = await createDeps({ sendsTexts: true });
    const send = (userId: string, message_id: string, sendTextMessage = deps.sendTextMessage) =>
      sendTextToDonor(
        { ...deps, sendTextMessage },
        { phone: details.phone, text: 'A place is free', goodUntil: deps.time.now + 1 },
        { user_id: userId, center_id: deps.centerId, day: tuesday, kind: 'offer', message_id },
      );
    const failing = async () => {
      throw new Error('The service is down.');
    };
    for (let n = 0; n < 10; n += 1) await expect(send('a', 'm1', failing)).rejects.toThrow('down');
    // Each phone number gets at most five texts a day.
    for (const n of [1, 2, 3, 4, 5, 6]) await send(n === 1 ? 'a' : `member ${n}`, `m${n}`);
    expect(deps.texts).toHaveLength(5);
    await send('a', 'm7');
    await send('member 6', 'm6');
    expect(deps.texts).toHaveLength(5);
  });

  test('an offer has its link in the text too; missing details are asked for', async () => {
    await using deps = await createDeps({ sendsTexts: true });
    const [first] = deps.members;
    await waitingList.joinWaitingList(
      deps,
      first,
      { centerId: deps.centerId, day: tuesday },
      {
        phone: details.phone,
      },
    );
    await cancel(deps, deps.donors[0]);
    await deps.deliver();
    expect(deps.emails).toHaveLength(1);
    const claims = await claimsOf(deps, first);
    expect(deps.texts).toMatchObject([
      { phoneNumber: '+8801812345678', text: expect.stringContaining(issueOfferToken(deps, claims)) },
    ]);
    expect(await describeOffer(deps, claims)).toMatchObject({ missing: ['name', 'bloodGroup'] });
    expect(await codeOf(acceptOffer(deps, claims, {}))).toBe('invalid-fields');
    await acceptOffer(deps, claims, { name: 'Nusrat Jahan', bloodGroup: 'A+' });
    expect(await listAppointments(deps.db, first)).toMatchObject([
      { phone: details.phone, blood_group: 'A+' },
    ]);
  });
});
