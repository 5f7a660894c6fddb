import { expect } from 'vitest';
import { CLAIM_TTL_MS } from '#contract/staff-moderation.ts';
import { newId } from '#platform/ids.ts';
import { onBothDatabases } from '#platform/testing/databases.ts';
import { codeOf } from '#platform/testing/error-code.ts';
import { createTestDatabaseClock } from '#platform/testing/test-database-clock.ts';
import { testLook } from '#platform/testing/test-look.ts';
import { testWith } from '#platform/testing/test-with.ts';
import { waitForLock } from '#platform/testing/wait-for-lock.ts';
import { days, hours, seconds } from '#platform/time.ts';
import { serverMigrations } from '#server/db/migrations.ts';
import { createPhotoModeration } from '#server/features/photos/moderation.ts';
import { reportPhoto } from '#server/features/photos/reports.ts';
import { createPhotoDeps } from '#server/features/photos/testing/photo-deps.ts';
import { createReviewModeration } from '#server/features/reviews/moderation.ts';
import { listEntries, listEntriesAbout } from '#server/features/staff-log/log-repository.ts';
import { withStaffLog } from '#server/features/staff-log/staff-log.ts';
import type { StaffMember, Viewer } from '#server/http/viewer.ts';
import { noon } from '#server/testing/people.ts';
import { releaseClaim } from './claims-repository.ts';
import { eraseDecisions, replaceDecisions } from './decisions-repository.ts';
import { finishExpiredDecisions, notifyAuthors } from './notify.ts';
import { listOwnItemDecisions, objectToDecision } from './objections.ts';
import { listModerationQueue } from './queue.ts';
import { claimWaitingItem, type Decision, decideItem, NOTIFY_DELAY_MS, undoDecision } from './rules.ts';
import { decideAsOperator } from './testing/operator.ts';

onBothDatabases([serverMigrations], (open) => {
  async function createDeps() {
    const photos = await createPhotoDeps(open);
    const { db, clock, outbox, images } = photos;
    const staffLog = { db, clock, logKey: new Uint8Array(32).fill(7) };
    const objections: string[] = [];
    const emails = async () =>
      (
        await photos.database
          .withTables<{ platform_outbox: { id: string; kind: string; payload: string } }>()
          .selectFrom('platform_outbox')
          .select('payload')
          .where('kind', '=', 'email-if-confirmed')
          .orderBy('id')
          .execute()
      ).map(({ payload }) => JSON.parse(payload) as { userId: string; subject: string; text: string });
    return {
      ...photos,
      objections,
      emails,
      publicUrl: 'https://site.example',
      siteName: async () => 'Blood Buddies',
      siteLook: async () => testLook,
      features: ['staff'] as const,
      languages: async () => ['en', 'bn'] as const,
      now: createTestDatabaseClock(clock),
      kinds: {
        photo: createPhotoModeration({ outbox, images }, 'hide'),
        review: createReviewModeration({ accounts: undefined }),
      },
      withStaffLog: (by, run) => withStaffLog(staffLog, by, run),
      log: { warn: ({ decisionId }: { decisionId: string }) => void objections.push(decisionId) } as never,
    } satisfies Parameters<typeof decideItem<StaffMember>>[0] & Record<string, unknown>;
  }
  type Deps = Awaited<ReturnType<typeof createDeps>>;

  const createModerator = async (deps: Deps, role: 'owner' | 'moderator' = 'moderator') =>
    asStaff(await deps.member(), role);
  const asStaff = (viewer: Viewer, role: 'owner' | 'moderator'): StaffMember => ({
    ...viewer,
    roles: [{ role, centerId: '' }],
    role,
    hasSecondFactor: false,
    shift: { id: 's', device: 'Firefox on Linux', endsAt: noon + hours(12) },
  });
  async function addReview(deps: Deps, author: Viewer): Promise<string> {
    const id = newId();
    const row = {
      id,
      user_id: author.userId,
      appointment_id: id,
      text: 'Kind people.',
      public_name: 'Rahima',
    };
    await deps.db
      .insertInto('reviews')
      .values({ ...row, state: 'waiting', created_at: noon, decided_at: null })
      .execute();
    return id;
  }
  const queue = async (deps: Deps, by: StaffMember) =>
    (await listModerationQueue(deps, by)).map(({ _id, state, isClaimed }) => [_id, state, isClaimed]);
  const review = (deps: Deps, id: string) =>
    deps.db.selectFrom('reviews').select('state').where('id', '=', id).executeTakeFirst();

  const test = testWith(createDeps);

  test('two moderators never have the same item, until it is released or its time has passed', async (deps) => {
    const key = { kind: 'review', id: await addReview(deps, await deps.member()) } as const;
    const moderators = [];
    for (let n = 0; n < 8; n += 1) moderators.push(await createModerator(deps));
    const results = await Promise.all(
      moderators.map((moderator) => codeOf(claimWaitingItem(deps, moderator, key))),
    );
    expect(results.filter((result) => result === 'done')).toHaveLength(1);
    expect(results.filter((result) => result === 'item-claimed')).toHaveLength(7);
    const claimant = moderators[results.indexOf('done')] as StaffMember;
    const other = moderators[results.indexOf('item-claimed')] as StaffMember;
    expect(await queue(deps, other)).toEqual([[key.id, 'waiting', true]]);
    expect(await queue(deps, claimant)).toEqual([[key.id, 'waiting', false]]);
    expect(await codeOf(decideItem(deps, other, { ...key, decision: 'publish' }))).toBe('item-claimed');
    await expect(decideAsOperator(deps.database, deps)({ ...key, decision: 'publish' })).rejects.toThrow(
      'A moderator is looking at it.',
    );
    await releaseClaim(deps.db, { ...key, userId: other.userId });
    expect(await codeOf(claimWaitingItem(deps, other, key))).toBe('item-claimed');
    const leaves = { ...claimant, shift: { ...claimant.shift, endsAt: deps.time.now + 1000 } };
    expect(await claimWaitingItem(deps, leaves, key)).toBe(leaves.shift.endsAt);
    expect(await codeOf(claimWaitingItem(deps, claimant, key))).toBe('done');

    deps.time.now += CLAIM_TTL_MS - 1;
    expect(await codeOf(claimWaitingItem(deps, claimant, key))).toBe('done');
    deps.time.now += CLAIM_TTL_MS - 1;
    expect(await codeOf(claimWaitingItem(deps, other, key))).toBe('item-claimed');
    deps.time.now += 1;
    expect(await codeOf(claimWaitingItem(deps, other, key))).toBe('done');
    expect(await codeOf(decideItem(deps, claimant, { ...key, decision: 'publish' }))).toBe('item-claimed');
    await releaseClaim(deps.db, { ...key, userId: other.userId });
    expect(await codeOf(decideItem(deps, claimant, { ...key, decision: 'publish' }))).toBe('done');
  });

  test('of concurrent decisions one counts; a repeated one changes nothing; the log has one row', async (deps) => {
    const author = await deps.member();
    const key = { kind: 'review', id: await addReview(deps, author) } as const;
    const [one, other] = [await createModerator(deps), await createModerator(deps)];
    const results = await Promise.all([
      codeOf(decideItem(deps, one, { ...key, decision: 'publish' })),
      codeOf(decideItem(deps, other, { ...key, decision: 'refuse', reason: 'off-topic' })),
    ]);
    expect(results.toSorted()).toEqual(['already-decided', 'done']);
    const isPublished = results[0] === 'done';
    expect(await review(deps, key.id)).toEqual({ state: isPublished ? 'published' : 'refused' });
    const [winner, loser] = isPublished ? [one, other] : [other, one];
    const decision = isPublished ? 'publish' : 'refuse';
    expect(await decideItem(deps, winner, { ...key, decision })).toEqual([]);
    expect(await codeOf(decideItem(deps, loser, { ...key, decision }))).toBe('already-decided');
    expect(await codeOf(claimWaitingItem(deps, loser, key))).toBe('already-decided');
    expect(await codeOf(undoDecision(deps, loser, key))).toBe('not-found');
    expect(await listEntries(deps, { before: undefined })).toMatchObject([
      { action: `${decision} review`, people: [author.userId], actor: winner.email },
    ]);
    expect(await listEntriesAbout(deps.db, author)).toMatchObject([{ role: 'moderator' }]);
    expect(await codeOf(decideItem(deps, one, { kind: 'review', id: 'x', decision: 'publish' }))).toBe(
      'not-found',
    );
  });

  test('a decision can be undone for ten seconds; then its author is notified once', async (deps) => {
    const author = await deps.member();
    const moderator = await createModerator(deps);
    const key = { kind: 'review', id: await addReview(deps, author) } as const;
    const refuse: Decision = { ...key, decision: 'refuse', reason: 'advertising', note: 'See www.a.example' };
    await decideItem(deps, moderator, refuse);
    deps.time.now += seconds(10);
    await notifyAuthors(deps);
    expect(await listOwnItemDecisions(deps, author)).toEqual([]);
    await undoDecision(deps, moderator, key);
    expect(await review(deps, key.id)).toEqual({ state: 'waiting' });
    expect(await queue(deps, moderator)).toEqual([[key.id, 'waiting', false]]);
    deps.time.now += NOTIFY_DELAY_MS;
    await notifyAuthors(deps);
    expect(await deps.emails()).toEqual([]);

    await decideItem(deps, moderator, refuse);
    deps.time.now += NOTIFY_DELAY_MS;
    expect(await codeOf(undoDecision(deps, moderator, key))).toBe('undo-expired');
    await Promise.all([notifyAuthors(deps), notifyAuthors(deps), notifyAuthors(deps)]);
    const [email, ...others] = await deps.emails();
    expect(others).toEqual([]);
    expect(email).toMatchObject({ userId: author.userId, subject: 'Your review is not published' });
    expect(email?.text).toContain('It is advertising.');
    expect(email?.text).toContain('www. a. example');
    expect((await listEntries(deps, { before: undefined })).map(({ action }) => action).sort()).toEqual([
      'refuse review',
      'refuse review',
      'undo refuse review',
    ]);
  });

  test('a decision that is replaced by another one at the same time is not undone', async (deps) => {
    const moderator = await createModerator(deps);
    const key = { kind: 'review', id: await addReview(deps, await deps.member()) } as const;
    await decideItem(deps, moderator, { ...key, decision: 'refuse', reason: 'off-topic' });
    const { undoing } = await deps.db.transaction().execute(async (trx) => {
      await replaceDecisions(trx, key, deps.time.now);
      const undoing = codeOf(undoDecision(deps, moderator, key));
      await waitForLock(deps.db);
      return { undoing };
    });
    expect(await undoing).toBe('undo-expired');
    expect(await review(deps, key.id)).toEqual({ state: 'refused' });
  });

  test('undo and notification at the same time: one of them happens', async (deps) => {
    const [author, moderator] = [await deps.member(), await createModerator(deps)];
    for (let round = 0; round < 6; round += 1) {
      const key = { kind: 'review', id: await addReview(deps, author) } as const;
      await decideItem(deps, moderator, { ...key, decision: 'publish' });
      const before = (await deps.emails()).length;
      const later = { ...deps, clock: () => deps.time.now + NOTIFY_DELAY_MS };
      const [undone] = await Promise.all([codeOf(undoDecision(deps, moderator, key)), notifyAuthors(later)]);
      const isNotified = (await deps.emails()).length > before;
      expect(undone).toBe(isNotified ? 'undo-expired' : 'done');
      expect(await review(deps, key.id)).toEqual({ state: isNotified ? 'published' : 'waiting' });
    }
  });

  test('a removed photo is hidden with its copies; the author objects once; the second decision is final', async (deps) => {
    const [author, copier, reporter] = [await deps.member(), await deps.member(), await deps.member()];
    const [moderator, second] = [await createModerator(deps), await createModerator(deps)];
    const id = await deps.add(author, '/images/p');
    const copy = await deps.add(copier, '/images/p');
    await reportPhoto(deps, reporter, id);
    const key = { kind: 'photo', id } as const;
    const remove: Decision = { ...key, decision: 'remove', reason: 'no-consent' };
    expect(await queue(deps, moderator)).toEqual([[id, 'reported', false]]);
    const before = await deps.row(id);
    await decideItem(deps, moderator, remove);
    expect(await deps.shown()).toEqual([]);
    await undoDecision(deps, moderator, key);
    expect(await deps.shown()).toEqual([copy, id]);
    expect(await deps.row(id)).toEqual(before);
    await decideItem(deps, moderator, remove);
    expect(await codeOf(deps.add(await deps.member(), '/images/p'))).toBe('photo-moderated');
    // A later report of a removed photo does not bring it back.
    await reportPhoto(deps, await deps.member(), id);
    expect(await queue(deps, second)).toEqual([]);
    deps.time.now += NOTIFY_DELAY_MS;
    await notifyAuthors(deps);
    expect((await deps.emails()).map(({ userId }) => userId).sort()).toEqual(
      [author.userId, copier.userId].sort(),
    );

    const [own] = await listOwnItemDecisions(deps, author);
    expect(own).toMatchObject({ itemId: id, decision: 'remove', reason: 'no-consent', canObject: true });
    const objection = { id: own?._id ?? '', text: 'She agreed.' };
    expect(await codeOf(objectToDecision(deps, copier, objection))).toBe('not-found');
    expect(await codeOf(objectToDecision(deps, author, objection))).toBe('done');
    expect(await codeOf(objectToDecision(deps, author, objection))).toBe('done');
    expect(await codeOf(objectToDecision(deps, author, { ...objection, text: 'Again.' }))).toBe(
      'objection-closed',
    );
    expect(deps.objections).toEqual([own?._id]);
    expect(await queue(deps, second)).toEqual([[id, 'objection', false]]);
    deps.time.now += days(31);
    await finishExpiredDecisions(deps);
    expect(await deps.row(id)).toBeDefined();
    expect(await deps.row(copy)).toBeUndefined();

    await decideItem(deps, second, { ...key, decision: 'keep' });
    expect(await deps.shown()).toEqual([id]);
    await undoDecision(deps, second, key);
    expect(await queue(deps, second)).toEqual([[id, 'objection', false]]);
    await decideItem(deps, second, remove);
    deps.time.now += NOTIFY_DELAY_MS;
    await notifyAuthors(deps);
    expect((await deps.emails()).at(-1)?.text).toContain('This decision is final.');
    expect(await deps.row(id)).toBeUndefined();
    const last = (await listOwnItemDecisions(deps, author))[0];
    expect(last).toMatchObject({ canObject: false });
    expect(await codeOf(objectToDecision(deps, author, { id: last?._id ?? '', text: 'No.' }))).toBe(
      'objection-closed',
    );
  });

  test('moderators do not decide about their own items; an erased account leaves nothing behind', async (deps) => {
    const [own, owner] = [await createModerator(deps), await createModerator(deps, 'owner')];
    const key = { kind: 'review', id: await addReview(deps, own) } as const;
    expect(await queue(deps, own)).toEqual([]);
    expect(await codeOf(claimWaitingItem(deps, own, key))).toBe('not-found');
    expect(await codeOf(decideItem(deps, own, { ...key, decision: 'publish' }))).toBe('not-found');
    await decideItem(deps, owner, { ...key, decision: 'publish' });
    await deps.db.transaction().execute((trx) => eraseDecisions(trx, owner));
    expect(await deps.db.selectFrom('moderation_decisions').select('decided_by').execute()).toEqual([
      { decided_by: null },
    ]);
    await deps.db.transaction().execute((trx) => eraseDecisions(trx, own));
    expect(await deps.db.selectFrom('moderation_decisions').select('id').execute()).toEqual([]);
  });

  test('a published review is removed, and a refused one published, only by who knows of the decision', async (deps) => {
    const key = { kind: 'review', id: await addReview(deps, await deps.member()) } as const;
    const [one, other] = [await createModerator(deps), await createModerator(deps)];
    await decideItem(deps, one, { ...key, decision: 'publish' });
    expect(await codeOf(decideItem(deps, other, { ...key, decision: 'remove' }))).toBe('already-decided');
    const remove: Decision = { ...key, decision: 'remove', reason: 'off-topic', again: true };
    const results = await Promise.all([one, other].map((by) => codeOf(decideItem(deps, by, remove))));
    expect(results.toSorted()).toEqual(['already-decided', 'done']);
    expect(await review(deps, key.id)).toEqual({ state: 'refused' });
    await decideItem(deps, one, { ...key, decision: 'publish', again: true });
    // The donor has another address now, but the review is still public.
    await deps.db.updateTable('users').set({ email_verified_at: null }).execute();
    await decideItem(deps, other, remove);
    expect(await review(deps, key.id)).toEqual({ state: 'refused' });
  });

  test('the decision about an objection is final: deciding again does not allow another objection', async (deps) => {
    const author = await deps.member();
    const key = { kind: 'review', id: await addReview(deps, author) } as const;
    const [one, other] = [await createModerator(deps), await createModerator(deps, 'owner')];
    const tell = () => {
      deps.time.now += NOTIFY_DELAY_MS;
      return notifyAuthors(deps);
    };
    await decideItem(deps, one, { ...key, decision: 'refuse' });
    await tell();
    const [refused] = await listOwnItemDecisions(deps, author);
    await objectToDecision(deps, author, { id: refused?._id ?? '', text: 'It is true.' });
    await decideItem(deps, other, { ...key, decision: 'refuse' });
    await tell();
    for (const by of [one, other])
      expect(await codeOf(decideItem(deps, by, { ...key, decision: 'publish', again: true }))).toBe(
        'decision-final',
      );
    // The command line may decide again, but the author still cannot object again.
    const operator = decideAsOperator(deps.database, deps);
    for (const decision of ['publish', 'remove'] as const)
      expect(await operator({ ...key, decision })).toHaveLength(1);
    await tell();
    const decisions = await listOwnItemDecisions(deps, author);
    expect(decisions.map(({ decision, canObject }) => [decision, canObject])).toEqual([
      ['remove', false],
      ['publish', false],
      ['refuse', false],
      ['refuse', false],
    ]);
  });

  test('a photo that must not stay is deleted at once, which cannot be undone', async (deps) => {
    const owner = await createModerator(deps, 'owner');
    const id = await deps.add(await deps.member());
    const { outbox, images } = deps;
    const photo = createPhotoModeration({ outbox, images }, 'delete');
    const deletingDeps = { ...deps, kinds: { ...deps.kinds, photo } };
    const key = { kind: 'photo', id, again: true } as const;
    await decideItem(deps, owner, { ...key, decision: 'remove' });
    await deps.db.updateTable('moderation_decisions').set({ is_final: 1 }).execute();
    expect(await codeOf(decideItem(deps, owner, { ...key, decision: 'keep' }))).toBe('decision-final');
    await decideItem(deletingDeps, owner, { ...key, decision: 'remove', changesFinal: true });
    expect(await deps.row(id)).toBeUndefined();
    expect(await codeOf(undoDecision(deps, owner, { kind: 'photo', id }))).toBe('undo-expired');
  });
});
