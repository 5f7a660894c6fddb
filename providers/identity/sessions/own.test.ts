import { expect, test } from 'vitest';
import { onBothDatabases } from '#platform/testing/databases.ts';
import { minutes } from '#platform/time.ts';
import { identityMigrations } from '../schema/migrations.ts';
import { openIdentity, type TestIdentity } from '../testing/test-identity.ts';

const person = { email: 'rahim@example.com', password: 'correct horse 1' };
const refusal = (message: string) => ({ status: 400, body: { error: { message } } });
const tooOld = refusal('CREDENTIAL_TOO_OLD_LOGIN_AGAIN');
const over = refusal('TOKEN_EXPIRED');

type In = { idToken: string; refreshToken: string };
type Listed = { sessionId: string; current: boolean; browser?: string };

async function enter(identity: TestIdentity, call = 'signInWithPassword', who = person): Promise<In> {
  const { status, body } = await identity.post(`/v1/accounts:${call}`, who);
  expect(status).toBe(200);
  return { idToken: String(body.idToken), refreshToken: String(body.refreshToken) };
}

async function list(identity: TestIdentity, { idToken }: In): Promise<Listed[]> {
  const { status, body } = await identity.post('/v1/accounts:listSessions', { idToken });
  expect(status).toBe(200);
  return body.sessions as Listed[];
}

const end = (identity: TestIdentity, { idToken }: In, sessionId?: string) =>
  identity.post('/v1/accounts:endSession', { idToken, ...(sessionId && { sessionId }) });
const refresh = (identity: TestIdentity, { refreshToken }: In) =>
  identity.post('/v1/token', { grant_type: 'refresh_token', refresh_token: refreshToken });

onBothDatabases([identityMigrations], (open) => {
  test('somebody sees where they are signed in, this session among them, and nobody else’s', async () => {
    let now = 1_800_000_000_000;
    await using identity = await openIdentity({ open, clock: () => now });
    const first = await enter(identity, 'signUp');
    await enter(identity, 'signUp', { ...person, email: 'karim@example.com' });
    now += minutes(2);
    const second = await enter(identity);
    expect(await list(identity, second)).toEqual([
      {
        sessionId: expect.any(String),
        current: true,
        provider: 'password',
        signedInAt: String(now),
        lastUsedAt: String(now),
      },
      {
        sessionId: expect.any(String),
        current: false,
        provider: 'password',
        signedInAt: String(now - minutes(2)),
        lastUsedAt: String(now - minutes(2)),
      },
    ]);
    expect((await list(identity, first)).map(({ current }) => current)).toEqual([false, true]);
  });

  test('the kind of browser that a session began in is told', async () => {
    await using identity = await openIdentity({ open });
    const signUp = await identity.app.request(`/v1/accounts:signUp?key=${identity.apiKey}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
      },
      body: JSON.stringify(person),
    });
    const { idToken } = (await signUp.json()) as { idToken: string };
    expect(await list(identity, { idToken, refreshToken: '' })).toMatchObject([
      { browser: 'Firefox on Linux' },
    ]);
  });

  test('one session is ended alone, and the site is told which', async () => {
    await using identity = await openIdentity({ open });
    const lost = await enter(identity, 'signUp');
    const own = await enter(identity);
    const other = (await list(identity, own)).find(({ current }) => !current)?.sessionId ?? '';
    expect(await end(identity, own, other)).toMatchObject({ status: 200 });
    expect(await refresh(identity, lost)).toMatchObject(over);
    expect(await refresh(identity, own)).toMatchObject({ status: 200 });
    expect(await identity.toldEnded()).toEqual([[other]]);
    expect(await end(identity, own, other)).toMatchObject(
      refusal('SESSION_NOT_FOUND : There is no such session any more.'),
    );
  });

  test("another person's session is as one that is not there", async () => {
    await using identity = await openIdentity({ open });
    const own = await enter(identity, 'signUp');
    const other = await enter(identity, 'signUp', { ...person, email: 'karim@example.com' });
    const [session] = await list(identity, other);
    expect(await end(identity, own, session?.sessionId)).toMatchObject(
      refusal('SESSION_NOT_FOUND : There is no such session any more.'),
    );
    expect(await refresh(identity, other)).toMatchObject({ status: 200 });
    expect(await identity.toldEnded()).toEqual([]);
  });

  test('all others are ended at once, half begun ones too', async () => {
    await using identity = await openIdentity({ open });
    const others = [await enter(identity, 'signUp'), await enter(identity), await enter(identity)];
    const own = await enter(identity);
    const answer = await identity.post('/v1/accounts:endOtherSessions', { idToken: own.idToken });
    expect(answer).toMatchObject({ status: 200, body: { ended: 3 } });
    for (const each of others) expect(await refresh(identity, each)).toMatchObject(over);
    expect(await list(identity, own)).toMatchObject([{ current: true }]);
    const [told] = await identity.toldEnded();
    expect(told).toHaveLength(3);
  });

  test('who signed in a while ago must do so again to end other sessions, not to end their own', async () => {
    let now = 1_800_000_000_000;
    await using identity = await openIdentity({ open, clock: () => now });
    const other = await enter(identity, 'signUp');
    const own = await enter(identity);
    const [, first] = await list(identity, own);
    now += minutes(5) + 1;
    expect(await end(identity, own, first?.sessionId)).toMatchObject(tooOld);
    expect(await identity.post('/v1/accounts:endOtherSessions', { idToken: own.idToken })).toMatchObject(
      tooOld,
    );
    expect(await refresh(identity, other)).toMatchObject({ status: 200 });

    now += minutes(60);
    expect(await end(identity, own)).toMatchObject({ status: 200 });
    expect(await refresh(identity, own)).toMatchObject(over);
    expect(await end(identity, own)).toMatchObject({ status: 200 });
    expect(await refresh(identity, other)).toMatchObject({ status: 200 });
  });

  test('a new password ends all that was there, and the site is told', async () => {
    await using identity = await openIdentity({ open });
    const [before, own] = [await enter(identity, 'signUp'), await enter(identity)];
    const were = (await list(identity, own)).map(({ sessionId }) => sessionId);
    const changed = await identity.post('/v1/accounts:update', {
      idToken: own.idToken,
      password: 'another pass 2',
    });
    expect(changed).toMatchObject({ status: 200 });
    expect(await refresh(identity, before)).toMatchObject(over);
    expect((await identity.toldEnded()).flat().sort()).toEqual(were.sort());
  });

  test('the site is told until it listens', async () => {
    let now = 1_800_000_000_000;
    let away = true;
    const site = {
      url: 'http://site.test',
      fetch: async () => new Response(null, { status: away ? 503 : 204 }),
    };
    await using identity = await openIdentity({ open, clock: () => now, endpoint: site });
    const own = await enter(identity, 'signUp');
    await end(identity, own);
    expect(await identity.deliver()).toBe(0);
    away = false;
    expect(await identity.deliver()).toBe(0);
    now += minutes(1);
    expect(await identity.deliver()).toBe(1);
  });
});

test('calls without a token, or with one that is none, are refused', async () => {
  await using identity = await openIdentity();
  for (const call of ['listSessions', 'endSession', 'endOtherSessions']) {
    const post = (body: object) => identity.post(`/v1/accounts:${call}`, body);
    expect(await post({})).toMatchObject(refusal('MISSING_ID_TOKEN'));
    expect(await post({ idToken: 'a.b.c' })).toMatchObject(refusal('INVALID_ID_TOKEN'));
  }
});
