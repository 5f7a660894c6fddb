import { expect, it } from 'vitest';
import { minutes } from '#platform/time.ts';
import {
  createTestIdentity,
  onBoth,
  other,
  person,
  rejection,
  succeeded,
  type TestIdentity,
} from '../testing/test-identity.ts';
import type { Body } from '../testing/test-provider.ts';
import { describeBrowser } from './rules.ts';

const gecko = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1';
const edge =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0';

const over = rejection('TOKEN_EXPIRED');
const tooOld = 'CREDENTIAL_TOO_OLD_LOGIN_AGAIN';
const unknown = 'SESSION_NOT_FOUND : There is no such session any more.';

const list = async (on: TestIdentity, { idToken }: Body) =>
  (await on.ok('listSessions', { idToken })).sessions;
/** The newest session of the caller that is not their own. */
const otherOf = async (on: TestIdentity, caller: Body) =>
  (await list(on, caller)).find(({ current }) => !current)?.sessionId;

onBoth((open, test) => {
  test('somebody sees where they are signed in, this session among them, and nobody else’s', async (on) => {
    const first = await on.signUp();
    await on.signUp(other);
    on.pass(minutes(2));
    const second = await on.signIn();
    const listed = (current: boolean, at: number) => ({
      sessionId: expect.any(String),
      current,
      provider: 'password',
      signedInAt: String(at),
      lastUsedAt: String(at),
    });
    const sessions = [listed(true, on.now()), listed(false, on.now() - minutes(2))];
    expect(await list(on, second)).toEqual(sessions);
    expect((await list(on, first)).map(({ current }) => current)).toEqual([false, true]);
  });

  test('the kind of browser that a session began in is told', async (on) => {
    const body = await on.ok('signUp', person, { userAgent: gecko });
    expect(await list(on, body)).toMatchObject([{ browser: 'Firefox on Linux' }]);
  });

  test('one session is ended alone, and the site is told which', async (on) => {
    const lost = await on.signUp();
    const own = await on.signIn();
    const ending = { idToken: own.idToken, sessionId: await otherOf(on, own) };
    await on.ok('endSession', ending);
    expect(await on.refresh(lost.refreshToken)).toMatchObject(over);
    expect(await on.refresh(own.refreshToken)).toMatchObject(succeeded);
    expect(await on.toldEnded()).toEqual([[ending.sessionId]]);
    await on.refused(unknown, 'endSession', ending);
  });

  test("another person's session is as one that is not there", async (on) => {
    const { idToken } = await on.signUp();
    const stranger = await on.signUp(other);
    const [session] = await list(on, stranger);
    await on.refused(unknown, 'endSession', { idToken, sessionId: session?.sessionId });
    expect(await on.refresh(stranger.refreshToken)).toMatchObject(succeeded);
    expect(await on.toldEnded()).toEqual([]);
  });

  test('all others are ended at once, half begun ones too', async (on) => {
    const others = [await on.signUp(), await on.signIn(), await on.signIn()];
    const own = await on.signIn();
    expect(await on.ok('endOtherSessions', { idToken: own.idToken })).toMatchObject({ ended: 3 });
    for (const { refreshToken } of others) expect(await on.refresh(refreshToken)).toMatchObject(over);
    expect(await list(on, own)).toMatchObject([{ current: true }]);
    const [told] = await on.toldEnded();
    expect(told).toHaveLength(3);
  });

  test('who signed in a while ago must do so again to end other sessions, not to end their own', async (on) => {
    const elsewhere = await on.signUp();
    const own = await on.signIn();
    const { idToken } = own;
    const sessionId = await otherOf(on, own);
    on.pass(minutes(5) + 1);
    await on.refused(tooOld, 'endSession', { idToken, sessionId });
    await on.refused(tooOld, 'endOtherSessions', { idToken });
    expect(await on.refresh(elsewhere.refreshToken)).toMatchObject(succeeded);

    on.pass(minutes(60));
    await on.ok('endSession', { idToken });
    expect(await on.refresh(own.refreshToken)).toMatchObject(over);
    await on.ok('endSession', { idToken });
    expect(await on.refresh(elsewhere.refreshToken)).toMatchObject(succeeded);
  });

  test('a new password ends all that was there, and the site is told', async (on) => {
    const [before, own] = [await on.signUp(), await on.signIn()];
    const were = (await list(on, own)).map(({ sessionId }) => sessionId);
    await on.ok('update', { idToken: own.idToken, password: 'another pass 2' });
    expect(await on.refresh(before.refreshToken)).toMatchObject(over);
    expect((await on.toldEnded()).flat().sort()).toEqual(were.sort());
  });

  test('the site is told until it listens', async () => {
    let status = 503;
    const fetch = async () => new Response(null, { status });
    await using on = await open({ endpoint: { url: 'http://site.test', fetch } });
    const { idToken } = await on.signUp();
    await on.ok('endSession', { idToken });
    expect(await on.deliver()).toBe(0);
    status = 204;
    expect(await on.deliver()).toBe(0);
    on.pass(minutes(1));
    expect(await on.deliver()).toBe(1);
  });
});

it('without a token, or with one that is none, every call is refused', async () => {
  await using on = await createTestIdentity();
  for (const call of ['listSessions', 'endSession', 'endOtherSessions']) {
    await on.refused('MISSING_ID_TOKEN', call, {});
    await on.refused('INVALID_ID_TOKEN', call, { idToken: 'a.b.c' });
  }
});

it.each([
  [gecko, 'Firefox on Linux'],
  [iphone, 'Safari on iOS'],
  [edge, 'Microsoft Edge on Windows'],
  ['curl/8.11.0', null],
  ['Your bank, call +1 900/1.0', null],
  [`${gecko} ${'x'.repeat(10_000)}`, null],
  ['', null],
  [undefined, null],
])('%s is told as %s', (userAgent, told) => {
  expect(describeBrowser(userAgent)).toBe(told);
});
