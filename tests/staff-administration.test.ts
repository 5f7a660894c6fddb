import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '#platform/database/open.ts';
import type { PlatformTables } from '#platform/database/schema/tables.ts';
import { days } from '#platform/time.ts';
import type { IdentityTables } from '#providers/identity/schema/tables.ts';
import type { PaymentStatus } from '#server/db/payment-tables.ts';
import type { Tables } from '#server/db/tables.ts';
import { opening } from '#server/features/payments/testing/payment-fixture.ts';
import {
  addAppointment,
  createPostgresApp,
  createTestApp,
  daysFromNow,
  type Member,
  type TestApp,
} from './test-app.ts';

/** The operator's tasks of the command line, done by an owner through the API. */
describe.each([
  ['SQLite', createTestApp],
  ['PostgreSQL', createPostgresApp],
])('on %s', (_, create) => {
  let app: TestApp;
  let database: Database;
  let owner: Member;
  beforeAll(async () => {
    app = await create();
    database = await app.openDatabase();
    owner = await app.registerConfirmed('owner@example.org');
    await addRole(owner, 'owner');
    await setFactor('totp');
  });
  afterAll(async () => {
    await database.destroy();
    await app[Symbol.asyncDispose]();
  });

  const tables = () => database.withTables<Tables>();
  const setFactor = (second_factor: string | null) =>
    tables().updateTable('sessions').set({ second_factor }).where('user_id', '=', owner.userId).execute();
  const addReview = (id: string) =>
    tables()
      .insertInto('reviews')
      .values({
        id,
        user_id: owner.userId,
        appointment_id: id,
        text: 'Kind.',
        public_name: 'R',
        state: 'waiting',
        created_at: 1,
        decided_at: null,
      })
      .execute();
  const addRole = ({ userId }: Member, role: 'owner' | 'moderator') =>
    tables()
      .insertInto('staff_roles')
      .values({ user_id: userId, role, center_id: '', granted_at: 0 })
      .execute();
  /** Returns the status, and the body or the code of an error. */
  async function send(method: string, path: string, json?: object, by = owner) {
    const { status, body } = await app.callApi(by, method, `/staff${path}`, json);
    return [status, body?.error?.code ?? body];
  }
  /** Returns the actions in the log, latest first, without those in `before`. */
  const logged = async (before: string[] = []): Promise<string[]> => {
    const [, entries] = await send('GET', '/log');
    const actions = (entries as { action: string }[]).map(({ action }) => action);
    return actions.slice(0, actions.length - before.length);
  };

  test('an account is found, disabled once, enabled, and signed out, with its shifts; not that of an owner', async () => {
    const member = await app.registerConfirmed();
    await addRole(member, 'moderator');
    expect((await send('GET', '/me', undefined, member))[0]).toBe(200);
    const before = await logged();
    for (const account of [member.email.toUpperCase(), member.userId])
      expect(await send('POST', '/accounts/search', { account })).toMatchObject([
        200,
        { _id: member.userId, email: member.email, isDisabled: false, roles: ['moderator'] },
      ]);
    expect(await send('POST', '/accounts/search', { account: 'nobody@example.org' })).toEqual([
      404,
      'not-found',
    ]);
    const change = (kind: string, { userId } = member) =>
      send('POST', `/accounts/${userId}/changes`, { change: kind });
    for (const ends of ['disable', 'disable']) expect(await change(ends)).toEqual([204, undefined]);
    expect((await send('GET', '/me', undefined, member))[0]).toBe(403);
    await expect(app.signIn(member.email)).rejects.toThrow();
    expect(await change('enable')).toEqual([204, undefined]);
    const again = await app.signIn(member.email);
    expect((await send('GET', '/me', undefined, again))[0]).toBe(200);
    expect(await change('sign-out')).toEqual([204, undefined]);
    expect((await send('GET', '/me', undefined, again))[0]).toBe(403);
    await tables().updateTable('users').set({ language: 'bn' }).where('id', '=', member.userId).execute();
    await database
      .withTables<IdentityTables>()
      .insertInto('identity_passkey')
      .values({
        credential_id: member.userId,
        id: member.userId,
        account_id: member.userId,
        public_key: '',
        counter: 0,
        name: 'Phone',
        created_at: 0,
        last_used_at: null,
      })
      .execute();
    for (const removes of ['remove-verification-methods', 'remove-verification-methods'])
      expect(await change(removes)).toEqual([204, undefined]);
    await app.runJob('deliver-messages');
    const login = `${app.config.publicUrl}/bn/login`;
    expect(app.emailsTo(member.email).filter((text) => text.includes(login))).toHaveLength(1);
    const [, shifts] = await send('GET', '/shifts');
    expect(shifts).toHaveLength(1);

    expect(await change('disable', owner)).toEqual([409, 'owner-account']);
    expect(await change('sign-out', { ...member, userId: member.email })).toEqual([404, 'not-found']);
    expect(await change('disable', { ...member, userId: 'nobody' })).toEqual([404, 'not-found']);
    expect((await change('promote'))[0]).toBe(422);
    expect(await logged(before)).toEqual([
      'remove verification methods',
      'remove verification methods',
      'sign out account',
      'enable account',
      'disable account',
      'view account',
      'view account',
    ]);
    const own = await app.signIn(member.email);
    const seen = await app.callApi(own, 'GET', '/user/access-log');
    expect(seen.body).toContainEqual(expect.objectContaining({ role: 'owner', action: 'disable account' }));
  });

  test("a person's data is exported; the account is deleted by two owners, or by one after a day", async () => {
    const other = await app.registerConfirmed();
    await addRole(other, 'owner');
    const setOtherFactor = tables().updateTable('sessions').set({ second_factor: 'totp' });
    await setOtherFactor.where('user_id', '=', other.userId).execute();
    const member = await app.registerConfirmed();
    const path = `/accounts/${member.userId}`;
    const before = await logged();

    const [status, data] = await send('POST', `${path}/export`);
    expect([status, (data as { user: object }).user]).toMatchObject([
      200,
      { _id: member.userId, email: member.email },
    ]);
    const found = async () => (await send('POST', '/accounts/search', { account: member.userId }))[1];
    expect(await found()).not.toHaveProperty('deletion');
    expect(await send('POST', `${path}/deletion`)).toEqual([404, 'not-found']);
    for (const _ of ['once', 'again'])
      expect(await send('PUT', `${path}/deletion-request`)).toEqual([204, undefined]);
    await app.runJob('deliver-messages');
    const contact = `${app.config.publicUrl}/contact`;
    expect(app.emailsTo(member.email).filter((text) => text.includes(contact))).toHaveLength(1);
    expect(await found()).toHaveProperty('deletion.isOwn', true);
    expect(await send('POST', `${path}/deletion`)).toEqual([409, 'deletion-too-early']);
    expect(await send('DELETE', `${path}/deletion-request`)).toEqual([204, undefined]);
    expect(await send('DELETE', `${path}/deletion-request`)).toEqual([404, 'not-found']);
    expect((await app.callApi(member, 'GET', '/user/access-log')).status).toBe(200);

    // Another owner need not wait.
    await send('PUT', `${path}/deletion-request`);
    expect(await send('POST', `${path}/deletion`, undefined, other)).toEqual([204, undefined]);
    await app.runJob('deliver-messages');
    expect(await send('POST', '/accounts/search', { account: member.userId })).toEqual([404, 'not-found']);
    await expect(app.signIn(member.email)).rejects.toThrow();
    const removed = ['delete account', 'request deletion', 'withdraw deletion', 'request deletion'];
    expect((await logged(before)).filter((action) => action !== 'view account')).toEqual([
      ...removed,
      'export account',
    ]);

    const late = await app.registerConfirmed();
    await send('PUT', `/accounts/${late.userId}/deletion-request`);
    await tables()
      .updateTable('deletion_requests')
      .set({ requested_at: app.clock() - days(1) })
      .where('user_id', '=', late.userId)
      .execute();
    expect(await send('POST', `/accounts/${late.userId}/deletion`)).toEqual([204, undefined]);
    expect(await send('PUT', `/accounts/${other.userId}/deletion-request`)).toEqual([409, 'owner-account']);
    expect(await send('PUT', `/accounts/${late.email}/deletion-request`)).toEqual([404, 'not-found']);
    await tables().deleteFrom('staff_roles').where('user_id', '=', other.userId).execute();
  });

  test('an owner confirms the address of a person who gets no email, and nobody is signed out', async () => {
    const member = await app.register();
    const find = () => send('POST', '/accounts/search', { account: member.userId });
    expect(await find()).toMatchObject([200, { emailVerified: false }]);
    const change = { change: 'confirm-address' };
    for (const _ of ['once', 'again'])
      expect(await send('POST', `/accounts/${member.userId}/changes`, change)).toEqual([204, undefined]);
    expect(await find()).toMatchObject([200, { emailVerified: true }]);
    expect((await app.callApi(member, 'GET', '/user/access-log')).status).toBe(200);
    const seen = await app.callApi(member, 'GET', '/user/access-log');
    const actions = (seen.body as { action: string }[]).map(({ action }) => action);
    expect(actions.filter((action) => action === 'confirm address')).toHaveLength(1);
  });

  test('an owner has the confirmation link emailed again, until the address is confirmed', async () => {
    const member = await app.register();
    const countSent = async () => {
      await app.runJob('deliver-messages');
      return app.emailsTo(member.email).filter((text) => text.includes('mode=verifyEmail')).length;
    };
    const before = await countSent();
    const change = (kind: string) => send('POST', `/accounts/${member.userId}/changes`, { change: kind });
    expect(await change('send-confirmation')).toEqual([204, undefined]);
    // The first message has the identity service add the email.
    await countSent();
    expect(await countSent()).toBe(before + 1);
    await change('confirm-address');
    expect(await change('send-confirmation')).toEqual([204, undefined]);
    const seen = await app.callApi(member, 'GET', '/user/access-log');
    const actions = (seen.body as { action: string }[]).map(({ action }) => action);
    expect(actions.filter((action) => action === 'send confirmation')).toHaveLength(1);
  });

  test('a sign-in in the same second as a sign-out by an owner has access, and earlier ones have none', async () => {
    const member = await app.register();
    let earlier = member;
    for (const kind of ['sign-out', 'remove-verification-methods']) {
      app.time.offsetMs += 1000 - (app.clock() % 1000);
      const change = await send('POST', `/accounts/${member.userId}/changes`, { change: kind });
      expect(change).toEqual([204, undefined]);
      const exchangeAgain = app.send('PUT', '/api/user', {
        json: { email: member.email },
        token: earlier.idToken,
      });
      expect((await exchangeAgain).status).toBe(403);
      const list = `/appointments?email=${member.email}`;
      expect((await app.callApi(earlier, 'GET', list)).status).toBe(403);
      earlier = await app.signIn(member.email);
      expect((await app.callApi(earlier, 'GET', list)).status).toBe(200);
    }
  });

  test('a disabled account gets no role; one that has a role does not count as the last owner', async () => {
    const member = await app.registerConfirmed();
    const [path, membership] = [`/accounts/${member.userId}/changes`, { email: member.email, role: 'owner' }];
    const setDisabled = (disabled: number) =>
      database
        .withTables<IdentityTables>()
        .updateTable('identity_account')
        .set({ disabled })
        .where('id', '=', member.userId)
        .execute();
    await send('POST', path, { change: 'disable' });
    expect(await send('POST', '/members', membership)).toEqual([409, 'account-disabled']);
    await send('POST', path, { change: 'enable' });
    expect(await send('POST', '/members', membership)).toMatchObject([200, { isInvited: false }]);
    // Disable the owner, as the command line can.
    await setDisabled(1);
    const own = { email: owner.email, role: 'owner' };
    expect(await send('DELETE', '/members', own)).toEqual([409, 'last-owner']);
    expect((await send('DELETE', '/members', membership))[0]).toBe(204);

    // Of a grant and a disabling at the same time, one is refused.
    for (let round = 0; round < 5; round += 1) {
      await setDisabled(0);
      const results = await Promise.all([
        send('POST', '/members', membership),
        send('POST', path, { change: 'disable' }),
      ]);
      expect(results.map(([status]) => status)).toContain(409);
      await send('DELETE', '/members', membership);
    }
  });

  test('signing out releases the review that was open', async () => {
    const [moderator, other] = [await app.registerConfirmed(), await app.registerConfirmed()];
    for (const member of [moderator, other]) await addRole(member, 'moderator');
    const claim = (by: Member) => send('PUT', '/moderation/review/s/claim', undefined, by);
    await addReview('s');
    expect([(await claim(moderator))[0], (await claim(other))[0]]).toEqual([200, 409]);
    expect((await app.send('DELETE', '/api/session', { token: moderator.token })).status).toBe(204);
    expect((await claim(other))[0]).toBe(200);
  });

  test("ending another person's shift needs the second factor, is logged, and releases the open review", async () => {
    const moderator = await app.registerConfirmed();
    await addRole(moderator, 'moderator');
    await addReview('r');
    const claim = (by: Member) => send('PUT', '/moderation/review/r/claim', undefined, by);
    expect((await claim(moderator))[0]).toBe(200);
    expect(await claim(owner)).toEqual([409, 'item-claimed']);
    const shifts = async () =>
      ((await send('GET', '/shifts'))[1] as { _id: string; email: string }[]).filter(
        ({ email }) => email !== owner.email,
      );
    const [shift] = (await shifts()).filter(({ email }) => email === moderator.email);
    const end = () => send('DELETE', `/shifts/${shift?._id}`);
    await setFactor(null);
    expect(await shifts()).toEqual([]);
    expect(await end()).toEqual([409, 'second-factor-needed']);
    await setFactor('totp');
    const before = await logged();
    expect(await end()).toEqual([204, undefined]);
    expect(await end()).toEqual([404, 'not-found']);
    expect(await logged(before)).toEqual(['end shift']);
    expect(await send('GET', '/me', undefined, moderator)).toEqual([409, 'shift-ended']);
    expect((await claim(owner))[0]).toBe(200);
    await tables().deleteFrom('staff_roles').where('user_id', '=', moderator.userId).execute();
    expect(await send('GET', '/me', undefined, moderator)).toEqual([404, 'not-found']);
  });

  async function addPayment(intentId: string, status: PaymentStatus, day: number): Promise<string> {
    const appointmentId = await addAppointment(app, owner, { date: daysFromNow(day) });
    const row = { ...opening(appointmentId), id: intentId, intent_id: intentId, status };
    await tables().insertInto('payments').values(row).execute();
    const step = { id: intentId, at: 1, appointment_id: appointmentId, intent_id: intentId };
    await tables()
      .insertInto('payment_steps')
      .values({ ...step, step: 'refund-failed', by: 'refund' })
      .execute();
    return appointmentId;
  }

  test('a failed refund is decided by one of two concurrent requests; paused refunds wait', async () => {
    const appointmentId = await addPayment('pi_failed', 'refund-failed', 3);
    await addPayment('pi_due', 'refund-due', 30);
    const before = await logged();
    expect(await send('PUT', '/refund-pause')).toEqual([204, undefined]);
    expect(await send('PUT', '/refund-pause')).toEqual([204, undefined]);
    expect(await send('GET', '/payments')).toMatchObject([
      200,
      {
        pause: 'owner',
        payments: [
          { transactionId: 'pi_failed', appointmentId, state: 'refund-failed', amount: 500, currency: 'usd' },
          { transactionId: 'pi_due', state: 'refund-due' },
        ],
      },
    ]);
    const decisions = await Promise.all([
      send('POST', '/payments/pi_failed/refund'),
      send('POST', '/payments/pi_failed/resolution'),
    ]);
    expect(decisions.map(([status]) => status).sort()).toEqual([204, 409]);
    expect(decisions).toContainEqual([409, 'payment-decided']);
    expect(await send('POST', '/payments/pi_unknown/refund')).toEqual([404, 'not-found']);
    expect(await send('GET', '/payments/pi_unknown')).toEqual([404, 'not-found']);
    const [, steps] = await send('GET', `/payments/${appointmentId}`);
    expect(steps).toMatchObject([{ step: 'refund-failed' }, { by: 'operator', transactionId: 'pi_failed' }]);
    const queued = decisions[0]?.[0] === 204 ? 2 : 1;
    expect(await send('DELETE', '/refund-pause')).toEqual([200, { queued }]);
    expect(await send('DELETE', '/refund-pause')).toEqual([200, { queued: 0 }]);
    expect(await logged(before)).toEqual([
      'resume refunds',
      'view payment',
      queued === 2 ? 'refund payment' : 'resolve payment',
      'view payments',
      'pause refunds',
    ]);
  });

  test('a paid payment can be refunded once, and is no decision to resolve; an open one cannot be refunded', async () => {
    await addPayment('pi_paid', 'succeeded', 40);
    await addPayment('pi_open', 'open', 41);
    await send('PUT', '/refund-pause');
    expect(await send('POST', '/payments/pi_paid/resolution')).toEqual([409, 'payment-decided']);
    const refunds = await Promise.all(['1', '2'].map(() => send('POST', '/payments/pi_paid/refund')));
    expect(refunds.map(([status]) => status).sort()).toEqual([204, 409]);
    expect(await send('POST', '/payments/pi_open/refund')).toEqual([409, 'payment-decided']);
    expect((await send('GET', '/payments'))[1].payments).toContainEqual(
      expect.objectContaining({ transactionId: 'pi_paid', state: 'refund-due' }),
    );
    await send('DELETE', '/refund-pause');
  });

  test('rejected messages are listed without contents, sent again and deleted', async () => {
    const row = { kind: 'email', rejected_at: 1000, expires_at: 2e12, request_id: null, reason: '550 no' };
    const payload = JSON.stringify({ to: owner.email, subject: 'Your receipt', text: 'secret' });
    await database
      .withTables<PlatformTables>()
      .insertInto('platform_outbox_rejected')
      .values(['one', 'two', 'three'].map((id) => ({ ...row, id, payload })))
      .execute();
    const before = await logged();
    const [status, list] = await send('GET', '/messages');
    expect([status, list.total, list.messages[0]]).toEqual([
      200,
      3,
      {
        _id: 'one',
        kind: 'email',
        recipient: owner.email,
        subject: 'Your receipt',
        reason: '550 no',
        rejectedAt: '1970-01-01T00:00:01.000Z',
        expiresAt: '2033-05-18T03:33:20.000Z',
      },
    ]);
    expect(JSON.stringify(list)).not.toContain('secret');
    expect(await send('POST', '/messages/resend', { ids: ['one', 'gone'] })).toEqual([200, { count: 1 }]);
    expect(await send('DELETE', '/messages', { ids: ['one', 'two', 'three'] })).toEqual([200, { count: 2 }]);
    expect(await send('DELETE', '/messages', { ids: ['two'] })).toEqual([200, { count: 0 }]);
    expect((await send('DELETE', '/messages', { ids: [] }))[0]).toBe(422);
    expect(await logged(before)).toEqual(['delete messages', 'resend messages', 'view rejected messages']);
  });

  test('verifies the log and compares it with heads from outside; names a broken log and does not prune it', async () => {
    await send('PUT', '/refund-pause');
    const verify = (heads?: string) =>
      send('POST', '/log/verification', heads === undefined ? {} : { heads });
    const [, whole] = await verify('no head here');
    expect(whole).toMatchObject({ heads: 0, lost: 0, restores: [] });
    expect(whole.broken).toBeUndefined();
    expect(await send('DELETE', '/log')).toEqual([200, { count: 0 }]);
    const later = `log:${whole.count + 1}:${'a'.repeat(43)}@mb3k2x1p`;
    expect(await verify(`{"head":"${later}"}`)).toMatchObject([
      200,
      { heads: 1, broken: { _id: `${whole.count + 1}`, reason: 'missing' } },
    ]);
    await tables().updateTable('staff_log').set({ content: '{"at":1}' }).where('seq', '=', 1).execute();
    expect(await verify()).toMatchObject([200, { broken: { _id: '1', reason: 'changed' } }]);
    expect(await send('DELETE', '/log')).toEqual([409, 'log-broken']);
    expect((await verify('x'.repeat(50_001)))[0]).toBe(422);
  });
});
