import { expect, it } from 'vitest';
import { describeBrowser } from '#platform/http/describe-browser.ts';
import { minutes } from '#platform/time.ts';
import {
  errorResponse,
  onBoth,
  other,
  person,
  succeeded,
  type TestIdentity,
} from '../testing/test-identity.ts';
import type { Body } from '../testing/test-provider.ts';

const gecko = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1';
const edge =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0';

const sessionEnded = errorResponse('TOKEN_EXPIRED');
const tooOld = 'CREDENTIAL_TOO_OLD_LOGIN_AGAIN';
const unknown = 'SESSION_NOT_FOUND : This session no longer exists.';

const list = async (idp: TestIdentity, { idToken }: Body) =>
  (await idp.ok('listSessions', { idToken })).sessions;
/** Returns the id of the caller's newest other session. */
const otherOf = async (idp: TestIdentity, caller: Body) =>
  (await list(idp, caller)).find(({ current }) => !current)?.sessionId;

onBoth((_, test) => {
  test('lists only the sessions of the caller with their browser, and marks the current one', async (idp) => {
    const first = await idp.signUp();
    await idp.signUp(other);
    idp.advanceClock(minutes(2));
    const second = await idp.ok('signInWithPassword', person, { userAgent: gecko });
    const listed = (current: boolean, at: number) => ({
      sessionId: expect.any(String),
      current,
      provider: 'password',
      signedInAt: String(at),
      lastUsedAt: String(at),
    });
    const sessions = [
      { ...listed(true, idp.now()), browser: 'Firefox on Linux' },
      listed(false, idp.now() - minutes(2)),
    ];
    expect(await list(idp, second)).toEqual(sessions);
    expect((await list(idp, first)).map(({ current }) => current)).toEqual([false, true]);
  });

  test('ends one session and notifies the site', async (idp) => {
    const endedSession = await idp.signUp();
    const currentSession = await idp.signIn();
    const ending = { idToken: currentSession.idToken, sessionId: await otherOf(idp, currentSession) };
    await idp.ok('endSession', ending);
    expect(await idp.refresh(endedSession.refreshToken)).toMatchObject(sessionEnded);
    expect(await idp.refresh(currentSession.refreshToken)).toMatchObject(succeeded);
    expect(idp.endedSessions).toEqual([[ending.sessionId]]);
    await idp.expectError(unknown, 'endSession', ending);
  });

  test('reports a session of another person as not found', async (idp) => {
    const { idToken } = await idp.signUp();
    const stranger = await idp.signUp(other);
    const [session] = await list(idp, stranger);
    await idp.expectError(unknown, 'endSession', { idToken, sessionId: session?.sessionId });
    expect(await idp.refresh(stranger.refreshToken)).toMatchObject(succeeded);
    expect(idp.endedSessions).toEqual([]);
  });

  test('ends all other sessions with one call', async (idp) => {
    const others = [await idp.signUp(), await idp.signIn(), await idp.signIn()];
    const currentSession = await idp.signIn();
    expect(await idp.ok('endOtherSessions', { idToken: currentSession.idToken })).toMatchObject({ ended: 3 });
    for (const { refreshToken } of others)
      expect(await idp.refresh(refreshToken)).toMatchObject(sessionEnded);
    expect(await list(idp, currentSession)).toMatchObject([{ current: true }]);
    expect(idp.endedSessions).toMatchObject([{ length: 3 }]);
  });

  test('requires a recent sign-in for ending other sessions, but not for ending the own one', async (idp) => {
    const otherSession = await idp.signUp();
    const currentSession = await idp.signIn();
    const { idToken } = currentSession;
    const sessionId = await otherOf(idp, currentSession);
    idp.advanceClock(minutes(5) + 1);
    await idp.expectError(tooOld, 'endSession', { idToken, sessionId });
    await idp.expectError(tooOld, 'endOtherSessions', { idToken });
    expect(await idp.refresh(otherSession.refreshToken)).toMatchObject(succeeded);

    idp.advanceClock(minutes(60));
    await idp.ok('endSession', { idToken });
    expect(await idp.refresh(currentSession.refreshToken)).toMatchObject(sessionEnded);
    await idp.ok('endSession', { idToken });
    expect(await idp.refresh(otherSession.refreshToken)).toMatchObject(succeeded);
  });

  test('a new password ends all earlier sessions and notifies the site', async (idp) => {
    const [earlierSession, currentSession] = [await idp.signUp(), await idp.signIn()];
    const sessionIds = (await list(idp, currentSession)).map(({ sessionId }) => sessionId);
    await idp.ok('update', { idToken: currentSession.idToken, password: 'another pass 2' });
    expect(await idp.refresh(earlierSession.refreshToken)).toMatchObject(sessionEnded);
    expect(idp.endedSessions.flat().sort()).toEqual(sessionIds.sort());
  });
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
])('describes %s as %s', (userAgent, browser) => {
  expect(describeBrowser(userAgent)).toBe(browser);
});
