import { expect, it, test } from 'vitest';
import type { AppointmentFields } from '#contract/appointments.ts';
import { onBothDatabases } from '#platform/testing/databases.ts';
import { codeOf } from '#platform/testing/error-code.ts';
import { testWith } from '#platform/testing/test-with.ts';
import { serverMigrations } from '#server/db/migrations.ts';
import type { Tables } from '#server/db/tables.ts';
import { decideAsOperator } from '#server/features/moderation/testing/operator.ts';
import { readRequestKey } from '#server/http/idempotency-repository.ts';
import { addMember, bookAppointment, filledForm, newMember, noon } from '#server/testing/people.ts';
import { createTestCore } from '#server/testing/test-core.ts';
import { cancelAppointment, requestAppointment } from '../appointments/rules.ts';
import { deleteUser } from '../users/rules.ts';
import { decideReview, type ReviewDecision } from './operator.ts';
import { listOwnReviews } from './repository.ts';
import {
  listPublishedReviews,
  MAX_PUBLISHED,
  onAccountDeleted,
  toPublicText,
  withdrawReview,
} from './rules.ts';

const formWithOpinion = (changes: Partial<AppointmentFields> = {}) =>
  filledForm({ opinion: 'Kind people.', publishAs: 'first', ...changes });

test.each([
  [' Kind people.\n\nGood tea. ', 'Kind people. Good tea.'],
  ['a\u0000\u001b[2J\u202eb', 'a [2Jb'],
  ['Write to rahima@example.org, please', 'Write to ***@***, please'],
  ['<rahima.k+blood@mail.example.org>', '<***@***>'],
  ['রক্\u200dতদান 🩸', 'রক্\u200dতদান 🩸'],
  ['Meet @ the tent', 'Meet @ the tent'],
  ['\u200b \u202e', ''],
])('publishes %j as %j', (written, read) => expect(toPublicText(written)).toBe(read));

onBothDatabases([serverMigrations], (open) => {
  async function createDeps() {
    const database = await open();
    const db = database.db.withTables<Tables>();
    const waiting: string[] = [];
    const core = createTestCore(db, undefined, {
      features: ['reviews'],
      log: { warn: ({ opinionId }: { opinionId: string }) => void waiting.push(opinionId) } as never,
    });
    return {
      ...core,
      waiting,
      decide: (id: string, decision: ReviewDecision, now = noon) =>
        decideReview(database.db, decideAsOperator(database.db, { clock: () => now }), { id, decision }),
      [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
    };
  }
  type Deps = Awaited<ReturnType<typeof createDeps>>;

  async function submitReview(deps: Deps, viewer: Awaited<ReturnType<typeof addMember>>, changes = {}) {
    const appointmentId = await bookAppointment(deps, viewer, formWithOpinion(changes));
    return { appointmentId, id: deps.waiting.at(-1) ?? '' };
  }
  const publishedIds = async ({ db }: Deps) => (await listPublishedReviews(db)).map(({ _id }) => _id);

  const test = testWith(createDeps);

  test("publishes a submitted opinion after the operator's approval, without personal data", async (deps) => {
    const viewer = await addMember(deps.db);
    const { id, appointmentId } = await submitReview(deps, viewer, {
      opinion: ' Write to rahim@example.org\nplease ',
    });
    expect(await listOwnReviews(deps.db, viewer)).toMatchObject([
      { id, appointment_id: appointmentId, state: 'waiting', text: 'Write to ***@*** please' },
    ]);
    expect(await publishedIds(deps)).toEqual([]);
    await deps.decide(id, 'publish');
    expect(await listPublishedReviews(deps.db)).toEqual([
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

  it.each([
    ['no consent of the donor', { publishAs: undefined }],
    ['an empty opinion', { opinion: '' }],
    ['no opinion', { opinion: undefined }],
    ['invisible characters', { opinion: '\u200b' }],
  ])('stores no review with %s, and books the appointment', async (_, changes) => {
    await using deps = await createDeps();
    const viewer = await addMember(deps.db);
    const added = await requestAppointment(deps, viewer, {
      ...formWithOpinion(),
      ...changes,
    } as AppointmentFields);
    expect(added).toMatchObject({ success: true });
    expect(await listOwnReviews(deps.db, viewer)).toEqual([]);
    expect(deps.waiting).toEqual([]);
  });

  test('stores no review when the feature is disabled', async (deps) => {
    const viewer = await addMember(deps.db);
    await requestAppointment({ ...deps, features: [] }, viewer, formWithOpinion());
    expect(await listOwnReviews(deps.db, viewer)).toEqual([]);
  });

  test('stores no review for a taken day and one for a repeated key', async (deps) => {
    const viewer = await addMember(deps.db);
    const key = readRequestKey('once', formWithOpinion());
    await Promise.all(
      Array.from({ length: 6 }, () => requestAppointment(deps, viewer, formWithOpinion(), key)),
    );
    expect(await requestAppointment(deps, viewer, formWithOpinion())).toMatchObject({ success: false });
    expect(await listOwnReviews(deps.db, viewer)).toHaveLength(1);
    expect(deps.waiting).toHaveLength(1);
  });

  test('hides a review from other members and does not let them withdraw it', async (deps) => {
    const viewer = await addMember(deps.db);
    const { id } = await submitReview(deps, viewer);
    const stranger = newMember(viewer.email);
    expect(await listOwnReviews(deps.db, stranger)).toEqual([]);
    expect(await codeOf(withdrawReview(deps.db, stranger, id))).toBe('not-found');
    await withdrawReview(deps.db, viewer, id);
    expect(await codeOf(withdrawReview(deps.db, viewer, id))).toBe('not-found');
    await expect(deps.decide(id, 'publish')).rejects.toThrow(`There is no review ${id}.`);
  });

  test('applies a decision or reports the state that prevents it', async (deps) => {
    const viewer = await addMember(deps.db);
    const { id } = await submitReview(deps, viewer);
    await expect(deps.decide(id, 'remove')).rejects.toThrow('it is not published yet');
    await deps.decide(id, 'refuse');
    await expect(deps.decide(id, 'refuse')).rejects.toThrow('it is not published');
    await deps.decide(id, 'publish');
    await expect(deps.decide(id, 'publish')).rejects.toThrow('it is published');
    await expect(deps.decide(id, 'refuse')).rejects.toThrow('reviews remove');
    expect(await publishedIds(deps)).toEqual([id]);
    await deps.decide(id, 'remove');
    expect(await publishedIds(deps)).toEqual([]);
    expect(await listOwnReviews(deps.db, viewer)).toMatchObject([{ state: 'refused' }]);
  });

  test('deletes unpublished reviews with a canceled appointment; published ones stay until withdrawn', async (deps) => {
    const viewer = await addMember(deps.db);
    const cancel = (id: string) => cancelAppointment(deps, viewer, id);
    const waiting = await submitReview(deps, viewer);
    const rejected = await submitReview(deps, viewer, { date: '2026-11-26' });
    const published = await submitReview(deps, viewer, { date: '2026-11-27' });
    await deps.decide(rejected.id, 'refuse');
    await deps.decide(published.id, 'publish');
    for (const { appointmentId } of [waiting, rejected, published])
      expect(await cancel(appointmentId)).toBe(true);
    expect(await listOwnReviews(deps.db, viewer)).toMatchObject([{ id: published.id }]);
    expect(await publishedIds(deps)).toEqual([published.id]);
    await withdrawReview(deps.db, viewer, published.id);
    expect(await publishedIds(deps)).toEqual([]);
  });

  test('shows a limited number of published reviews, latest first', async (deps) => {
    const viewer = await addMember(deps.db);
    const { id, appointmentId } = await submitReview(deps, viewer);
    const [row] = await listOwnReviews(deps.db, viewer);
    const others = Array.from({ length: MAX_PUBLISHED }, (_, n) => ({
      ...row,
      id: `${id}-${n}`,
      appointment_id: `${appointmentId}-${n}`,
      state: 'published' as const,
      decided_at: noon + n,
    }));
    await deps.db
      .insertInto('reviews')
      .values(others as never)
      .execute();
    await deps.decide(id, 'publish', noon + MAX_PUBLISHED);
    const list = await publishedIds(deps);
    expect(list).toHaveLength(MAX_PUBLISHED);
    expect([list[0], list.at(-1)]).toEqual([id, `${id}-1`]);
  });

  test('shows no review that was withdrawn or deleted with its account while it was being published', async (deps) => {
    const deleteAccount = (viewer: Parameters<typeof deleteUser>[1]) =>
      deleteUser(deps, viewer, (trx) => onAccountDeleted(trx, viewer));
    for (let round = 0; round < 10; round++) {
      const viewer = await addMember(deps.db, `rahim${round}@example.org`);
      const { id } = await submitReview(deps, viewer);
      const deletion = round % 2 ? deleteAccount(viewer) : withdrawReview(deps.db, viewer, id);
      const publishing = deps.decide(id, 'publish').catch(({ message }) => message);
      await deletion;
      expect(await publishing).toMatch(/published|There is no review/);
      expect(await publishedIds(deps)).toEqual([]);
      expect(await deps.db.selectFrom('reviews').selectAll().execute()).toEqual([]);
    }
  });

  test('handles a cancellation and a publication at the same moment', async (deps) => {
    const viewer = await addMember(deps.db);
    for (let round = 0; round < 10; round++) {
      const { id, appointmentId } = await submitReview(deps, viewer);
      const [, result] = await Promise.all([
        cancelAppointment(deps, viewer, appointmentId),
        deps.decide(id, 'publish').catch(({ message }) => message),
      ]);
      const remaining = await listOwnReviews(deps.db, viewer);
      if (remaining.length > 0) {
        expect(remaining).toMatchObject([{ id, state: 'published' }]);
        expect(result).toContain('It is public');
        await withdrawReview(deps.db, viewer, id);
      } else expect(result).toContain('There is no review');
    }
  });
});
