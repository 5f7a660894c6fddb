import { expect } from 'vitest';
import type { AvailabilityFields } from '#contract/availability.ts';
import type { RequestFields } from '#contract/blood-requests.ts';
import type { Day } from '#contract/days.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import { newId } from '#platform/ids.ts';
import type { Email } from '#platform/messages.ts';
import { onBothDatabases } from '#platform/testing/databases.ts';
import { codeOf } from '#platform/testing/error-code.ts';
import { createTestDatabaseClock } from '#platform/testing/test-database-clock.ts';
import { testWith } from '#platform/testing/test-with.ts';
import { days, hours, minutes } from '#platform/time.ts';
import { serverMigrations } from '#server/db/migrations.ts';
import type { Tables } from '#server/db/tables.ts';
import { insertAccepted } from '#server/features/imported-donations/rules.ts';
import { listEntriesAbout } from '#server/features/staff-log/staff-log.ts';
import type { StaffMember, Viewer } from '#server/http/viewer.ts';
import { createFakeAccounts } from '#server/testing/fake-accounts.ts';
import { addMember, bookAppointment, noon } from '#server/testing/people.ts';
import { createTestCore } from '#server/testing/test-core.ts';
import { issueAnswerToken } from './answer-links.ts';
import { answerByToken, answerRequest } from './answers.ts';
import { pauseDonor, readAvailability, saveAvailability } from './availability.ts';
import { listMessages, saveProgress, sendMessage, setNumberShared } from './conversation.ts';
import { exportBloodRequests } from './export.ts';
import { sendNotice } from './notices.ts';
import { findRequest, listDonors, listDonorsOfUser } from './repository.ts';
import { storeRequestRules } from './request-rules-repository.ts';
import { claimRequest, decideRequest, recordGiven } from './review.ts';
import {
  changeRequest,
  closeRequest,
  createRequest,
  eraseOldRequests,
  expireRequests,
  onAccountDeleted,
  reportRequest,
} from './rules.ts';
import { toDetails } from './serialize.ts';
import { createStaffRequestList } from './staff-list.ts';
import { askDonor, askDonors } from './waves.ts';

const willing: AvailabilityFields = {
  mayBeAsked: true,
  district: 'Dhaka',
  maxDistricts: 1,
  hours: { from: '08:00', to: '21:00' },
  channels: ['email'],
  pausedUntil: undefined,
  urgentAtNight: false,
  bloodGroup: 'O-',
};
const asked: RequestFields = {
  bloodGroup: 'A+',
  component: 'red-cells',
  bags: 2,
  district: 'Dhaka',
  hospital: 'Dhaka Medical College Hospital',
  neededBy: noon + hours(30),
  initials: 'R. K.',
  relation: 'daughter',
  phone: '01711111111',
};

onBothDatabases([serverMigrations], (open) => {
  async function createDeps() {
    const database = await open();
    const db = database.db.withTables<Tables>();
    const time = { now: noon };
    const mails: Email[] = [];
    const accounts = createFakeAccounts();
    const core = createTestCore(db, time, {
      accounts,
      features: ['staff', 'requests'],
      sendMail: async (email) => void mails.push(email),
    });
    core.outbox.handle({
      'ask-donor': askDonor.bind(undefined, core),
      'request-notice': sendNotice.bind(undefined, core),
    });
    const family = await addMember(db, 'family@example.org');
    const coordinator: StaffMember = {
      ...(await addMember(db, 'coordinator@example.org')),
      roles: [{ role: 'coordinator', centerId: 'c' }],
      role: 'coordinator',
      hasSecondFactor: true,
      shift: { id: 's', device: '', endsAt: noon + hours(12) },
    };
    return {
      ...core,
      accounts,
      now: createTestDatabaseClock(core.clock),
      database,
      time,
      mails,
      family,
      coordinator,
      [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
    };
  }
  type Deps = Awaited<ReturnType<typeof createDeps>>;
  const test = testWith(createDeps);

  async function ask(
    deps: Deps,
    changes: Partial<RequestFields> = {},
    viewer = deps.family,
  ): Promise<string> {
    const result = await createRequest(deps, viewer, { ...asked, ...changes });
    if (!result.success) throw new Error(result.message);
    return result.insertedId;
  }
  const approve = (deps: Deps, id: string) =>
    decideRequest(deps, deps.coordinator, id, { decision: 'approve' });
  async function askApproved(deps: Deps, changes?: Partial<RequestFields>): Promise<string> {
    const id = await ask(deps, changes);
    await approve(deps, id);
    return id;
  }
  async function addDonor(deps: Deps, changes: Partial<AvailabilityFields> = {}): Promise<Viewer> {
    const donor = await addMember(deps.db, `donor-${newId()}@example.org`);
    await saveAvailability(deps, donor, { ...willing, ...changes });
    return donor;
  }
  const state = async (deps: Deps, id: string) => (await findRequest(deps.db, id))?.state;
  const numbers = async (deps: Deps, id: string) => {
    const row = await findRequest(deps.db, id);
    return row && [row.state, row.agreed, row.given];
  };
  const wasAsked = async (deps: Deps, donor: Viewer) => (await listDonorsOfUser(deps.db, donor)).length > 0;
  const yes = (deps: Deps, donor: Viewer, id: string) => answerRequest(deps, donor, id, { answer: 'yes' });
  async function deliver(deps: Deps): Promise<string[]> {
    deps.mails.length = 0;
    while ((await deps.outbox.deliver()) > 0);
    return deps.mails.map(({ to, subject }) => `${to} ${subject}`);
  }

  test('a request waits for a coordinator, except in districts without approval', async (deps) => {
    expect(await state(deps, await ask(deps))).toBe('waiting');
    await inTransaction(deps.db, (trx) =>
      storeRequestRules(trx, { withoutApproval: ['Sylhet'], waveMinutes: 20 }),
    );
    expect(await state(deps, await ask(deps, { district: 'সিলেট' }))).toBe('open');
  });

  test('a member has at most two open requests, also of ten at the same time', async (deps) => {
    const results = await Promise.all(
      Array.from({ length: 10 }, () => createRequest(deps, deps.family, asked)),
    );
    expect(results.filter(({ success }) => success)).toHaveLength(2);
    const [first] = results.flatMap((result) => (result.success ? result.insertedId : []));
    await closeRequest(deps, deps.family, first as string);
    expect((await createRequest(deps, deps.family, asked)).success).toBe(true);
  });

  test('a repeated key returns the first request; an unconfirmed address asks for nothing', async (deps) => {
    const key = { key: 'k', hash: 'h' };
    const first = await createRequest(deps, deps.family, asked, key);
    expect(await createRequest(deps, deps.family, asked, key)).toEqual(first);
    const unconfirmed = await addMember(deps.db, 'new@example.org', { emailVerified: false });
    expect(await createRequest(deps, unconfirmed, asked)).toMatchObject({ success: false });
  });

  test('rejects what cannot be', async (deps) => {
    for (const [changes, field] of [
      [{ district: 'Atlantis' }, 'district'],
      [{ hospital: undefined }, 'hospital'],
      [{ centerId: 'none' }, 'centerId'],
      [{ neededBy: noon - 1 }, 'neededBy'],
      [{ neededBy: noon + days(31) }, 'neededBy'],
    ] as const)
      await expect(createRequest(deps, deps.family, { ...asked, ...changes })).rejects.toMatchObject({
        code: 'invalid-fields',
        fields: { [field]: expect.any(String) },
      });
  });

  test('only one coordinator decides; the others get item-claimed', async (deps) => {
    const id = await ask(deps);
    const other = { ...deps.coordinator, userId: 'other' };
    await claimRequest(deps, other, id);
    expect(await codeOf(approve(deps, id))).toBe('item-claimed');
    const list = createStaffRequestList(deps);
    expect(await list(deps.coordinator, undefined)).toMatchObject([{ _id: id, isClaimed: true }]);
    deps.time.now += minutes(2);
    await claimRequest(deps, deps.coordinator, id);
    expect(await codeOf(claimRequest(deps, other, id))).toBe('item-claimed');
    expect(await codeOf(approve(deps, id))).toBe('done');
    expect(await codeOf(claimRequest(deps, other, id))).toBe('done');
  });

  test('a view is logged once for each shift and person', async (deps) => {
    const list = createStaffRequestList(deps);
    const logged = async () =>
      (await listEntriesAbout(deps.db, deps.family)).filter(({ action }) => action === 'view requests')
        .length;
    await ask(deps);
    for (let n = 0; n < 3; n += 1) await list(deps.coordinator, undefined);
    expect(await logged()).toBe(1);
    await list({ ...deps.coordinator, shift: { ...deps.coordinator.shift, id: 'next' } }, undefined);
    expect(await logged()).toBe(2);
  });

  test('a coordinator corrects and refuses, with a reason', async (deps) => {
    const id = await askApproved(deps);
    const corrected = await decideRequest(deps, deps.coordinator, id, {
      decision: 'approve',
      fields: { bags: 3, bloodGroup: 'B+' },
    });
    expect(corrected).toMatchObject({ bags: 3, bloodGroup: 'B+', state: 'open' });
    expect(await codeOf(decideRequest(deps, deps.coordinator, id, { decision: 'refuse' }))).toBe(
      'invalid-fields',
    );
    await decideRequest(deps, deps.coordinator, id, { decision: 'refuse', reason: 'Unknown hospital' });
    expect(await state(deps, id)).toBe('refused');
    expect(await codeOf(approve(deps, id))).toBe('already-decided');
    // That it was published is no longer so.
    expect(await deliver(deps)).toEqual(['family@example.org Your request for blood is not published']);
  });

  test('a request whose time is over is neither approved nor asked for', async (deps) => {
    await addDonor(deps);
    const [waiting, open] = [await ask(deps), await askApproved(deps)];
    deps.time.now = asked.neededBy;
    expect(await codeOf(approve(deps, waiting))).toBe('request-over');
    expect(await askDonors(deps)).toBe(0);
    expect(await listDonors(deps.db, open, ['asked'])).toEqual([]);
  });

  test('asks only donors who can give, want to be asked now, and are near', async (deps) => {
    const suitable = await addDonor(deps);
    const others = {
      incompatible: await addDonor(deps, { bloodGroup: 'B+' }),
      'not willing': await addDonor(deps, { mayBeAsked: false }),
      paused: await addDonor(deps, { pausedUntil: '2026-11-22' as Day }),
      'other hours': await addDonor(deps, { hours: { from: '08:00', to: '09:00' } }),
      'other district': await addDonor(deps, { district: 'Gazipur' }),
      'other division': await addDonor(deps, { district: 'Sylhet', maxDistricts: 4 }),
    };
    const waits = await addDonor(deps);
    await inTransaction(deps.db, (trx) =>
      insertAccepted(trx, {
        userId: waits.userId,
        email: waits.email,
        day: '2026-11-01' as Day,
        center: 'Dhaka',
        blood_group: null,
        name: null,
      }),
    );
    const deferred = await addDonor(deps);
    await bookAppointment(deps, deferred);
    await deps.db
      .updateTable('appointments')
      .set({ status: 'deferred', deferred_until: '2027-01-01' as Day })
      .execute();
    const unconfirmed = await addDonor(deps);
    deps.accounts.changed.set(unconfirmed.userId, { email: unconfirmed.email, isConfirmed: false });
    const near = await addDonor(deps, { district: 'Gazipur', maxDistricts: 2 });
    const far = await addDonor(deps, { district: 'Sylhet', maxDistricts: 64 });
    await saveAvailability(deps, deps.family, willing);

    const id = await askApproved(deps);
    await askDonors(deps);
    expect(await wasAsked(deps, suitable)).toBe(true);
    expect(await wasAsked(deps, near)).toBe(true);
    expect(await wasAsked(deps, far)).toBe(true);
    for (const [name, donor] of Object.entries({
      ...others,
      waits,
      deferred,
      unconfirmed,
      family: deps.family,
    }))
      expect([name, await wasAsked(deps, donor)]).toEqual([name, false]);
    expect(await deliver(deps)).toEqual(
      expect.arrayContaining([`${suitable.email} A+ blood is needed at Dhaka Medical College Hospital`]),
    );
    expect((await findRequest(deps.db, id))?.waves).toBe(1);
  });

  test('the same district comes first, and nobody is asked twice in seven days', async (deps) => {
    const local = [];
    for (let n = 0; n < 10; n += 1) local.push(await addDonor(deps));
    const near = await addDonor(deps, { district: 'Gazipur', maxDistricts: 2 });
    await askApproved(deps, { bags: 1 });
    await askDonors(deps);
    for (const donor of local) expect(await wasAsked(deps, donor)).toBe(true);
    expect(await wasAsked(deps, near)).toBe(false);
    await askDonors(deps);
    expect(await wasAsked(deps, near)).toBe(false);
    deps.time.now += minutes(20);
    await askDonors(deps);
    expect(await wasAsked(deps, near)).toBe(true);

    const second = await askApproved(deps, { neededBy: noon + days(20) });
    await askDonors(deps);
    expect(await listDonors(deps.db, second, ['asked'])).toEqual([]);
    deps.time.now = noon + days(7) + minutes(20);
    await askDonors(deps);
    expect((await listDonors(deps.db, second, ['asked'])).length).toBe(11);
  });

  test('outside the hours of a donor, only urgent blood is asked for, with consent', async (deps) => {
    deps.time.now = Date.UTC(2026, 10, 21, 20);
    const sleeping = await addDonor(deps);
    const urgent = await addDonor(deps, { urgentAtNight: true });
    await askApproved(deps, { neededBy: deps.time.now + hours(7) });
    await askDonors(deps);
    expect([await wasAsked(deps, sleeping), await wasAsked(deps, urgent)]).toEqual([false, false]);
    await askApproved(deps, { neededBy: deps.time.now + hours(5) });
    await askDonors(deps);
    expect([await wasAsked(deps, sleeping), await wasAsked(deps, urgent)]).toEqual([false, true]);
  });

  test('two servers send a wave once', async (deps) => {
    for (let n = 0; n < 30; n += 1) await addDonor(deps);
    const id = await askApproved(deps, { bags: 1 });
    await Promise.all([askDonors(deps), askDonors(deps), askDonors(deps)]);
    expect((await findRequest(deps.db, id))?.waves).toBe(1);
    expect(await listDonors(deps.db, id, ['asked'])).toHaveLength(10);
    expect(await deliver(deps)).toHaveLength(11);
  });

  test('a question is not sent once the donor must not be asked', async (deps) => {
    const donor = await addDonor(deps);
    await askApproved(deps);
    await askDonors(deps);
    await pauseDonor(deps.db, donor, '2026-12-24' as Day);
    expect(await deliver(deps)).toEqual(['family@example.org Your request for blood is published']);
  });

  test('never more donors agree than bags are needed; one more is in reserve', async (deps) => {
    const donors = [];
    for (let n = 0; n < 6; n += 1) donors.push(await addDonor(deps));
    const id = await askApproved(deps);
    const states = (await Promise.all(donors.map((donor) => yes(deps, donor, id)))).map(
      (result) => result.state,
    );
    expect(states.toSorted()).toEqual([
      'agreed',
      'agreed',
      'not-needed',
      'not-needed',
      'not-needed',
      'reserve',
    ]);
    expect(await numbers(deps, id)).toEqual(['filled', 2, 0]);
    const agreed = donors[states.indexOf('agreed')] as Viewer;
    const reserve = donors[states.indexOf('reserve')] as Viewer;
    expect((await yes(deps, agreed, id)).state).toBe('agreed');
    await deliver(deps);
    await answerRequest(deps, agreed, id, { answer: 'no' });
    expect((await yes(deps, reserve, id)).state).toBe('agreed');
    expect(await numbers(deps, id)).toEqual(['filled', 2, 0]);
    expect(await deliver(deps)).toEqual([`${reserve.email} You are needed now`]);
    await answerRequest(deps, reserve, id, { answer: 'no' });
    expect(await numbers(deps, id)).toEqual(['open', 1, 0]);
  });

  test('a signed link answers for its donor, until the request is over', async (deps) => {
    const donor = await addDonor(deps);
    const id = await askApproved(deps);
    await askDonors(deps);
    const [row] = await listDonorsOfUser(deps.db, donor);
    const token = issueAnswerToken(deps, row?.id ?? '');
    const first = await answerByToken(deps, token, { answer: 'yes', at: noon + hours(3) });
    expect(first).toEqual({ state: 'agreed', code: expect.stringMatching(/^\d{4}$/) });
    expect(await answerByToken(deps, token, { answer: 'yes' })).toEqual(first);
    for (const forged of [`${token.slice(0, -1)}_`, token.replace(row?.id ?? '', newId()), '', 'r..'])
      expect(await codeOf(answerByToken(deps, forged, { answer: 'yes' }))).toBe('not-found');
    expect(await answerByToken(deps, token, { answer: 'pause', until: '2027-01-01' })).toEqual({
      state: 'declined',
    });
    expect(await numbers(deps, id)).toEqual(['open', 0, 0]);
    expect(await codeOf(answerByToken(deps, token, { answer: 'pause', until: '2029-01-01' }))).toBe(
      'invalid-fields',
    );
    await closeRequest(deps, deps.family, id);
    expect(await codeOf(answerByToken(deps, token, { answer: 'yes' }))).toBe('request-over');
    await answerByToken(deps, token, { answer: 'pause', until: '2027-02-01' });
    expect(await readAvailability(deps.db, donor)).toMatchObject({ pausedUntil: '2027-02-01' });
  });

  test('a yes needs a confirmed address, a suitable group, and that the waiting time is over', async (deps) => {
    const id = await askApproved(deps);
    const unconfirmed = await addMember(deps.db, 'new@example.org', { emailVerified: false });
    expect(await codeOf(yes(deps, unconfirmed, id))).toBe('address-unconfirmed');
    expect(await codeOf(yes(deps, await addMember(deps.db, 'no-group@example.org'), id))).toBe(
      'invalid-fields',
    );
    expect(await codeOf(yes(deps, await addDonor(deps, { bloodGroup: 'AB+' }), id))).toBe('group-unsuitable');
    expect(await codeOf(yes(deps, deps.family, id))).toBe('group-unsuitable');
    const waits = await addDonor(deps);
    const [appointmentId] = [await bookAppointment(deps, waits)];
    await deps.db
      .updateTable('appointments')
      .set({ status: 'fulfilled', day: '2026-11-20' as Day })
      .where('id', '=', appointmentId)
      .execute();
    expect(await codeOf(yes(deps, waits, id))).toBe('donor-waits');
    expect(await codeOf(yes(deps, await addDonor(deps), 'none'))).toBe('not-found');
  });

  test('a given bag becomes part of the history, and the donor then waits', async (deps) => {
    const donor = await addDonor(deps);
    const id = await askApproved(deps, { bags: 2 });
    await yes(deps, donor, id);
    const [row] = await listDonorsOfUser(deps.db, donor);
    await saveProgress(deps, deps.family, id, { donorId: row?.id, step: 'given' });
    expect(await numbers(deps, id)).toEqual(['open', 1, 0]);
    await saveProgress(deps, donor, id, { step: 'given' });
    await saveProgress(deps, donor, id, { step: 'given' });
    expect(await numbers(deps, id)).toEqual(['open', 0, 1]);
    const donations = await deps.db
      .selectFrom('imported_donations')
      .select(['day', 'center', 'user_id'])
      .execute();
    expect(donations).toEqual([
      { day: '2026-11-21', center: 'Dhaka Medical College Hospital', user_id: donor.userId },
    ]);
    const other = await askApproved(deps);
    expect(await codeOf(yes(deps, donor, other))).toBe('donor-waits');
    await recordGiven(deps, deps.coordinator, id, { bags: 1 });
    expect(await numbers(deps, id)).toEqual(['given', 0, 2]);
    expect(await codeOf(recordGiven(deps, deps.coordinator, id, { bags: 1 }))).toBe('invalid-fields');
  });

  test('donors who are no longer needed are thanked, those who have not arrived first', async (deps) => {
    const [first, second] = [await addDonor(deps), await addDonor(deps)];
    const id = await askApproved(deps);
    await yes(deps, first, id);
    await yes(deps, second, id);
    await saveProgress(deps, second, id, { step: 'arrived' });
    await deliver(deps);
    await recordGiven(deps, deps.coordinator, id, { bags: 1 });
    expect(await numbers(deps, id)).toEqual(['filled', 1, 1]);
    expect(await deliver(deps)).toEqual([`${first.email} Thank you: you need not come`]);
    await closeRequest(deps, deps.family, id);
    expect(await deliver(deps)).toEqual([`${second.email} Thank you: you need not come`]);
  });

  test('the owner changes bags and time, but not below what was agreed', async (deps) => {
    const donor = await addDonor(deps);
    const id = await askApproved(deps);
    await yes(deps, donor, id);
    await changeRequest(deps, deps.family, id, { bags: 1, note: 'Third floor' });
    expect(await numbers(deps, id)).toEqual(['filled', 1, 0]);
    await changeRequest(deps, deps.family, id, { bags: 4, neededBy: noon + days(3) });
    expect(await findRequest(deps.db, id)).toMatchObject({
      state: 'open',
      bags: 4,
      needed_by: noon + days(3),
      note: 'Third floor',
    });
    await yes(deps, await addDonor(deps), id);
    expect(await codeOf(changeRequest(deps, deps.family, id, { bags: 1 }))).toBe('invalid-fields');
    expect(await codeOf(changeRequest(deps, donor, id, { bags: 5 }))).toBe('not-found');
  });

  test('three reports of confirmed accounts hide a request until a coordinator decides again', async (deps) => {
    const id = await askApproved(deps);
    const reporters = [];
    for (let n = 0; n < 4; n += 1)
      reporters.push(await addMember(deps.db, `r${n}@example.org`, { emailVerified: n > 0 }));
    for (const reporter of reporters.slice(0, 3)) await reportRequest(deps, reporter, id);
    await reportRequest(deps, reporters[1] as Viewer, id);
    expect(await state(deps, id)).toBe('open');
    await reportRequest(deps, reporters[3] as Viewer, id);
    expect(await state(deps, id)).toBe('waiting');
    expect(await askDonors(deps)).toBe(0);
    await approve(deps, id);
    expect(await state(deps, id)).toBe('open');
    await reportRequest(deps, reporters[3] as Viewer, id);
    expect(await state(deps, id)).toBe('open');
  });

  test('numbers are shown only to the person with whom they are shared, and can be withdrawn', async (deps) => {
    const donor = await addDonor(deps);
    await bookAppointment(deps, donor);
    const other = await addDonor(deps);
    const id = await askApproved(deps);
    await yes(deps, donor, id);
    await yes(deps, other, id);
    const [row] = await listDonorsOfUser(deps.db, donor);
    const detailsFor = async (viewer: Viewer) => {
      const request = await findRequest(deps.db, id);
      return request && toDetails(deps.db, request, viewer);
    };
    const phones = async () => [
      (await detailsFor(deps.family))?.own?.donors.map(({ phone }) => phone),
      (await detailsFor(donor))?.answer?.phone,
      (await detailsFor(other))?.answer?.phone,
    ];
    expect(await phones()).toEqual([[undefined, undefined], undefined, undefined]);
    await setNumberShared(deps, donor, id, { with: 'family', isShared: true });
    await setNumberShared(deps, deps.family, id, { with: row?.id ?? '', isShared: true });
    expect(await phones()).toEqual([['01712345678', undefined], asked.phone, undefined]);
    await setNumberShared(deps, donor, id, { with: 'family', isShared: false });
    expect((await phones())[0]).toEqual([undefined, undefined]);
    expect(await codeOf(setNumberShared(deps, donor, id, { with: row?.id ?? '', isShared: true }))).toBe(
      'not-found',
    );
    const stranger = await addMember(deps.db, 'stranger@example.org');
    expect(await codeOf(setNumberShared(deps, stranger, id, { with: 'family', isShared: true }))).toBe(
      'not-found',
    );
    expect(JSON.stringify(await detailsFor(stranger))).not.toContain('0171');
  });

  test('only the family and donors who agreed read the messages, without names', async (deps) => {
    const donor = await addDonor(deps);
    const id = await askApproved(deps);
    expect(await codeOf(sendMessage(deps, donor, id, 'Hello'))).toBe('not-found');
    await yes(deps, donor, id);
    await sendMessage(deps, donor, id, 'I take the bus at 5.');
    await sendMessage(deps, deps.family, id, 'Send 500 to 01711 111111');
    expect(await listMessages(deps, deps.family, id)).toMatchObject([
      { from: 'donor-1', warns: false },
      { from: 'you', warns: true },
    ]);
    expect(await listMessages(deps, donor, id)).toMatchObject([{ from: 'you' }, { from: 'family' }]);
    await answerRequest(deps, donor, id, { answer: 'no' });
    expect(await codeOf(listMessages(deps, donor, id))).toBe('not-found');
  });

  test('a request expires with its time, and its personal data is erased after 30 days', async (deps) => {
    const donor = await addDonor(deps);
    const id = await askApproved(deps);
    await yes(deps, donor, id);
    await sendMessage(deps, donor, id, 'Hello');
    await deliver(deps);
    deps.time.now = asked.neededBy;
    await expireRequests(deps);
    expect(await state(deps, id)).toBe('expired');
    expect(await deliver(deps)).toEqual(['family@example.org Was the blood given?']);
    const [row] = await listDonorsOfUser(deps.db, donor);
    await recordGiven(deps, deps.coordinator, id, { donorId: row?.id, bags: 1 });
    expect(await numbers(deps, id)).toEqual(['expired', 0, 1]);
    deps.time.now = asked.neededBy + days(30);
    await eraseOldRequests(deps);
    expect((await findRequest(deps.db, id))?.phone).toBe(asked.phone);
    deps.time.now += 1;
    await eraseOldRequests(deps);
    expect(await findRequest(deps.db, id)).toMatchObject({
      user_id: null,
      initials: '',
      relation: '',
      phone: '',
      hospital: asked.hospital,
      given: 1,
    });
    for (const table of ['request_donors', 'request_messages', 'request_reports'] as const)
      expect(await deps.db.selectFrom(table).select('request_id').execute()).toEqual([]);
  });

  test('a deleted account takes its requests and offers with it', async (deps) => {
    const donor = await addDonor(deps);
    const id = await askApproved(deps);
    await yes(deps, donor, id);
    expect((await exportBloodRequests(deps.db, donor)).requests).toMatchObject([
      { answer: { state: 'agreed' } },
    ]);
    await inTransaction(deps.db, (trx) => onAccountDeleted(deps, trx, donor));
    expect(await numbers(deps, id)).toEqual(['open', 0, 0]);
    expect(await exportBloodRequests(deps.db, donor)).toMatchObject({
      availability: { mayBeAsked: false },
      requests: [],
      messages: [],
    });
    const other = await addDonor(deps);
    await yes(deps, other, id);
    await deliver(deps);
    await inTransaction(deps.db, (trx) => onAccountDeleted(deps, trx, deps.family));
    expect(await deliver(deps)).toEqual([`${other.email} Thank you: you need not come`]);
    expect(await findRequest(deps.db, id)).toMatchObject({ state: 'closed', user_id: null, phone: '' });
  });
});
