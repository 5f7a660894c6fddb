import { expect, test } from 'vitest';
import type { AppointmentFields } from '#contract/appointments.ts';
import type { Tables } from '#server/db/tables.ts';
import { requestKey } from '#server/http/idempotency-repository.ts';
import { onAllDatabases } from '#server/testing/distributed-database.ts';
import { filledForm, newMember, noon, registered } from '#server/testing/people.ts';
import { cancelAppointment, requestAppointment } from '../appointments/rules.ts';
import { deleteUser } from '../users/rules.ts';
import { type Decision, decide } from './administration.ts';
import { listOwnReviews } from './own-repository.ts';
import { MAX_PUBLISHED, onAccountDeleted, publicText, publishedReviews, withdrawReview } from './rules.ts';

const nothing = () => Promise.resolve();
const said = (changes: Partial<AppointmentFields> = {}) =>
  filledForm({ opinion: 'Kind people.', publishAs: 'first', ...changes });

test.each([
  [' Kind people.\n\nGood tea. ', 'Kind people. Good tea.'],
  ['a\u0000\u001b[2J\u202eb', 'a [2Jb'],
  ['Write to rahima@example.org, please', 'Write to ***@***, please'],
  ['<rahima.k+blood@mail.example.org>', '<***@***>'],
  ['রক্\u200dতদান 🩸', 'রক্\u200dতদান 🩸'],
  ['Meet @ the tent', 'Meet @ the tent'],
  ['\u200b \u202e', ''],
])('publishes %j as %j', (written, read) => expect(publicText(written)).toBe(read));

onAllDatabases((open) => {
  async function deps() {
    const database = await open();
    const db = database.db.withTables<Tables>();
    const waiting: string[] = [];
    const onOpinion = (id: string) => void waiting.push(id);
    return {
      db,
      clock: () => noon,
      onOpinion,
      waiting,
      say: (id: string, decision: Decision, now = noon) => decide(database.db, { id, decision, now }),
      [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
    };
  }
  type Room = Awaited<ReturnType<typeof deps>>;

  async function given(here: Room, viewer: Awaited<ReturnType<typeof registered>>, changes = {}) {
    const added = await requestAppointment(here, viewer, said(changes));
    return { appointmentId: added.success ? added.insertedId : '', id: here.waiting.at(-1) ?? '' };
  }
  const shown = async ({ db }: Room) => (await publishedReviews(db)).map(({ _id }) => _id);

  test("publishes a submitted opinion after the operator's approval, without personal data", async () => {
    await using here = await deps();
    const viewer = await registered(here.db);
    const { id, appointmentId } = await given(here, viewer, {
      opinion: ' Write to rahim@example.org\nplease ',
    });
    expect(await listOwnReviews(here.db, viewer)).toMatchObject([
      { id, appointment_id: appointmentId, state: 'waiting', text: 'Write to ***@*** please' },
    ]);
    expect(await shown(here)).toEqual([]);
    await here.say(id, 'publish');
    expect(await publishedReviews(here.db)).toEqual([
      {
        _id: id,
        memberType: 'Donor',
        viewContext: 'Write to ***@*** please',
        image: '/avatars/donor.webp',
        name: 'Rahim',
        email: 'd***@***',
      },
    ]);
  });

  test.each([
    ['no yes of the donor', { publishAs: undefined }],
    ['no words', { opinion: '' }],
    ['no opinion', { opinion: undefined }],
    ['nothing to be seen', { opinion: '\u200b' }],
  ])('stores no review with %s, and books the appointment', async (_, changes) => {
    await using here = await deps();
    const viewer = await registered(here.db);
    const added = await requestAppointment(here, viewer, { ...said(), ...changes } as AppointmentFields);
    expect(added).toMatchObject({ success: true });
    expect(await listOwnReviews(here.db, viewer)).toEqual([]);
    expect(here.waiting).toEqual([]);
  });

  test('stores no review when the feature is disabled', async () => {
    await using here = await deps();
    const viewer = await registered(here.db);
    await requestAppointment({ db: here.db, clock: here.clock }, viewer, said());
    expect(await listOwnReviews(here.db, viewer)).toEqual([]);
  });

  test('stores no review for a taken day and one for a repeated key', async () => {
    await using here = await deps();
    const viewer = await registered(here.db);
    const key = requestKey('once', said());
    await Promise.all(Array.from({ length: 6 }, () => requestAppointment(here, viewer, said(), key)));
    expect(await requestAppointment(here, viewer, said())).toMatchObject({ success: false });
    expect(await listOwnReviews(here.db, viewer)).toHaveLength(1);
    expect(here.waiting).toHaveLength(1);
  });

  test('hides a review from other members and does not let them withdraw it', async () => {
    await using here = await deps();
    const viewer = await registered(here.db);
    const { id } = await given(here, viewer);
    const stranger = newMember(viewer.email);
    expect(await listOwnReviews(here.db, stranger)).toEqual([]);
    await expect(withdrawReview(here.db, stranger, id)).rejects.toMatchObject({ code: 'not-found' });
    await withdrawReview(here.db, viewer, id);
    await expect(withdrawReview(here.db, viewer, id)).rejects.toMatchObject({ code: 'not-found' });
    await expect(here.say(id, 'publish')).rejects.toThrow(`There is no opinion ${id}.`);
  });

  test('applies a decision or reports the state that prevents it', async () => {
    await using here = await deps();
    const viewer = await registered(here.db);
    const { id } = await given(here, viewer);
    await expect(here.say(id, 'remove')).rejects.toThrow('it is not published yet');
    await here.say(id, 'refuse');
    await expect(here.say(id, 'refuse')).rejects.toThrow('it is not published');
    await here.say(id, 'publish');
    await expect(here.say(id, 'publish')).rejects.toThrow('it is published');
    await expect(here.say(id, 'refuse')).rejects.toThrow('say remove');
    expect(await shown(here)).toEqual([id]);
    await here.say(id, 'remove');
    expect(await shown(here)).toEqual([]);
    expect(await listOwnReviews(here.db, viewer)).toMatchObject([{ state: 'refused' }]);
  });

  test('deletes unpublished reviews with a canceled appointment, and keeps published ones until they are withdrawn', async () => {
    await using here = await deps();
    const viewer = await registered(here.db);
    const cancel = (id: string) =>
      cancelAppointment({ ...here, closeCharge: nothing, closeAfterwards: nothing }, viewer, id);
    const waits = await given(here, viewer);
    const refused = await given(here, viewer, { date: '2026-11-26' });
    const published = await given(here, viewer, { date: '2026-11-27' });
    await here.say(refused.id, 'refuse');
    await here.say(published.id, 'publish');
    for (const { appointmentId } of [waits, refused, published])
      expect(await cancel(appointmentId)).toBe(true);
    expect(await listOwnReviews(here.db, viewer)).toMatchObject([{ id: published.id }]);
    expect(await shown(here)).toEqual([published.id]);
    await withdrawReview(here.db, viewer, published.id);
    expect(await shown(here)).toEqual([]);
  });

  test('shows a limited number of published reviews, latest first', async () => {
    await using here = await deps();
    const viewer = await registered(here.db);
    const { id, appointmentId } = await given(here, viewer);
    const [row] = await listOwnReviews(here.db, viewer);
    const others = Array.from({ length: MAX_PUBLISHED }, (_, n) => ({
      ...row,
      id: `${id}-${n}`,
      appointment_id: `${appointmentId}-${n}`,
      state: 'published' as const,
      decided_at: noon + n,
    }));
    await here.db
      .insertInto('opinions')
      .values(others as never)
      .execute();
    await here.say(id, 'publish', noon + MAX_PUBLISHED);
    const list = await shown(here);
    expect(list).toHaveLength(MAX_PUBLISHED);
    expect([list[0], list.at(-1)]).toEqual([id, `${id}-1`]);
  });

  test('shows no review that was withdrawn or deleted with its account while it was being published', async () => {
    await using here = await deps();
    const leave = (viewer: Parameters<typeof deleteUser>[1]) =>
      deleteUser(
        {
          db: here.db,
          clock: here.clock,
          outbox: { add: nothing } as never,
          identity: { removeAccount: nothing },
        },
        viewer,
        [onAccountDeleted],
      );
    for (let round = 0; round < 10; round++) {
      const viewer = await registered(here.db, `rahim${round}@example.org`);
      const { id } = await given(here, viewer);
      const going = round % 2 ? leave(viewer) : withdrawReview(here.db, viewer, id);
      const publishing = here.say(id, 'publish').catch(({ message }) => message);
      await going;
      expect(await publishing).toMatch(/published|There is no opinion/);
      expect(await shown(here)).toEqual([]);
      expect(await here.db.selectFrom('opinions').selectAll().execute()).toEqual([]);
    }
  });

  test('handles a cancellation and a publication at the same moment', async () => {
    await using here = await deps();
    const viewer = await registered(here.db);
    for (let round = 0; round < 10; round++) {
      const { id, appointmentId } = await given(here, viewer);
      const [, answer] = await Promise.all([
        cancelAppointment({ ...here, closeCharge: nothing, closeAfterwards: nothing }, viewer, appointmentId),
        here.say(id, 'publish').catch(({ message }) => message),
      ]);
      const left = await listOwnReviews(here.db, viewer);
      if (left.length > 0) {
        expect(left).toMatchObject([{ id, state: 'published' }]);
        expect(answer).toContain('Everybody can read it');
        await withdrawReview(here.db, viewer, id);
      } else expect(answer).toContain('There is no opinion');
    }
  });
});
