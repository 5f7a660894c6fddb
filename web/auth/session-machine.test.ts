import { describe, expect, test } from 'vitest';
import { NetworkError } from '#web/api/errors.ts';
import {
  type AuthEvent,
  type AuthState,
  initialState,
  type Session,
  type StoredSession,
  transition,
} from './session-machine.ts';
import { mina, rahim } from './testing/test-browser.ts';

const noSession: StoredSession = { uid: null, token: null, isSigningOut: false };
const endedSession: StoredSession = { ...noSession, uid: '' };
const rahimStored: StoredSession = { uid: 'u1', token: 'access-1', isSigningOut: false };
const minaStored: StoredSession = { ...rahimStored, uid: 'u2' };

const signedOut: Session = { state: 'signed-out', loginValue: false, isSignedOutByUser: false };
const signedOutByUser: Session = { ...signedOut, isSignedOutByUser: true };
const loading: Session = { state: 'loading', loginValue: true, isSignedOutByUser: false };
const signedIn: Session = { state: 'signed-in', user: rahim, loginValue: true, isSignedOutByUser: false };
const minaSignedIn: Session = { ...signedIn, user: { ...mina, displayName: 'mina' } };

const idle = Promise.resolve();
const offline = new NetworkError();

type Row = [
  title: string,
  before: Session,
  event: AuthEvent,
  stored: StoredSession,
  after: Session,
  effects: string[],
];

function run([, session, event, stored]: Row, state: Partial<AuthState> = {}) {
  return transition({ ...initialState, session, ...state }, event, stored);
}

const checkRow = (...row: Row) => {
  const [, , , , after, effects] = row;
  const next = run(row);
  expect(next.state.session).toEqual(after);
  expect(next.effects.map(({ type }) => type)).toEqual(effects);
};

const clear = ['clear-user'];
const signOut = ['mark-signing-out', ...clear, 'finish-sign-out'];
const pageLoaded: AuthEvent = { type: 'page-loaded', idle };
const sdkUserChanged = (user: typeof rahim | null): AuthEvent => ({ type: 'sdk-user-changed', user });

describe('page load', () => {
  test.each<Row>([
    ['signs out without a stored user', initialState.session, pageLoaded, noSession, signedOut, []],
    [
      'waits until the page is idle for a stored user with an access token',
      initialState.session,
      pageLoaded,
      rahimStored,
      { ...loading, isRemembered: true },
      ['restore-after'],
    ],
    [
      'loads the SDK at once for a stored user without an access token',
      initialState.session,
      pageLoaded,
      { ...rahimStored, token: null },
      loading,
      ['load-client'],
    ],
    [
      'loads the SDK at once on a page that needs the user',
      initialState.session,
      { type: 'page-loaded' },
      rahimStored,
      { ...loading, isRemembered: true },
      ['load-client'],
    ],
    [
      'completes an interrupted sign-out',
      initialState.session,
      pageLoaded,
      { ...noSession, isSigningOut: true },
      signedOut,
      ['finish-sign-out'],
    ],
    ['restores on request', loading, { type: 'restore-requested' }, rahimStored, loading, ['load-client']],
    ['restores no missing user', loading, { type: 'restore-requested' }, noSession, loading, []],
    ['restores no ended session', loading, { type: 'restore-requested' }, endedSession, loading, []],
    ['signs out after an ended session', initialState.session, pageLoaded, endedSession, signedOut, []],
    ['restores no known session', signedIn, { type: 'restore-requested' }, rahimStored, signedIn, []],
    [
      'signs out with the error if the SDK does not load',
      loading,
      { type: 'restore-failed', error: offline },
      rahimStored,
      { ...signedOut, restoreError: offline },
      [],
    ],
    [
      'stays signed in if the SDK does not load',
      signedIn,
      { type: 'restore-failed', error: offline },
      rahimStored,
      signedIn,
      [],
    ],
  ])('%s', checkRow);
});

describe('a user reported by the SDK', () => {
  const stored = { ...rahimStored, token: null };
  const failed = (isRejected: boolean): AuthEvent => ({
    type: 'exchange-failed',
    user: rahim,
    isRejected,
    signOutCount: 0,
  });
  test.each<Row>([
    [
      'is signed in with a stored token',
      loading,
      sdkUserChanged(rahim),
      rahimStored,
      signedIn,
      ['store-user'],
    ],
    ['stays signed in', signedIn, sdkUserChanged(rahim), rahimStored, signedIn, ['store-user']],
    ['needs an access token first', loading, sdkUserChanged(rahim), stored, loading, ['exchange']],
    ['needs an access token of their own', loading, sdkUserChanged(mina), rahimStored, loading, ['exchange']],
    ['is ignored if no user is stored', signedOut, sdkUserChanged(rahim), noSession, signedOut, []],
    [
      'is ignored during a sign-out',
      loading,
      sdkUserChanged(rahim),
      { ...stored, isSigningOut: true },
      loading,
      [],
    ],
    [
      'is signed in after the exchange',
      loading,
      { type: 'authenticated', user: mina },
      stored,
      minaSignedIn,
      ['store-user'],
    ],
    ['is signed in if the server is unreachable', loading, failed(false), stored, signedIn, ['store-user']],
    ['is signed out if the server rejects them', loading, failed(true), stored, signedOut, signOut],
  ])('%s', checkRow);

  const opened = { event: pageLoaded, stored: rahimStored };
  const signsIn = (user: typeof rahim) => ({
    event: { type: 'authenticated', user } as const,
    stored: rahimStored,
  });
  const otherTabSignsIn = { event: { type: 'other-tab-changed' } as const, stored: minaStored };
  test.each([
    // A query that the page has started meanwhile would never end.
    ['keeps what the page has loaded for the stored user', [opened, signsIn(rahim)], false],
    ['keeps the data of the same user', [opened, signsIn(rahim), signsIn(rahim)], false],
    ['clears the data of another user', [opened, signsIn(rahim), signsIn(mina)], true],
    [
      'clears the data of the stored user after another signed in',
      [opened, otherTabSignsIn, signsIn(mina)],
      true,
    ],
    [
      'clears what the page has loaded for a visitor',
      [{ ...opened, stored: noSession }, signsIn(rahim)],
      true,
    ],
  ])('%s', (_, steps, isNew) => {
    let next: ReturnType<typeof transition> = { state: initialState, effects: [] };
    for (const { event, stored } of steps) next = transition(next.state, event, stored);
    expect(next.effects).toMatchObject([{ type: 'store-user', isNew }]);
  });

  test('is ignored after a sign-out since the request', () => {
    const row: Row = ['', signedOut, failed(false), noSession, signedOut, []];
    const next = run(row, { signOutCount: 1 });
    expect(next).toEqual({ state: { ...initialState, session: signedOut, signOutCount: 1 }, effects: [] });
  });

  test('is ignored while a sign-in is pending', () => {
    const row: Row = ['', loading, sdkUserChanged(rahim), rahimStored, loading, []];
    expect(run(row, { pendingSignIns: 1 }).effects).toEqual([]);
  });
});

describe('an SDK without a user', () => {
  const checked = (user: typeof rahim | null): AuthEvent => ({ type: 'sdk-user-checked', uid: 'u2', user });
  test.each<Row>([
    ['changes nothing when signed out', signedOut, sdkUserChanged(null), noSession, signedOut, []],
    [
      'signs out: the provider ended the session',
      signedIn,
      sdkUserChanged(null),
      rahimStored,
      signedOut,
      signOut,
    ],
    [
      'signs out here alone if another tab has signed out',
      signedIn,
      sdkUserChanged(null),
      noSession,
      signedOutByUser,
      ['clear-user'],
    ],
    [
      'ends the session here alone if it has ended in another tab',
      signedIn,
      sdkUserChanged(null),
      endedSession,
      signedOut,
      ['clear-user'],
    ],
    [
      'is checked again if another user is stored',
      signedIn,
      sdkUserChanged(null),
      minaStored,
      signedIn,
      ['check-sdk'],
    ],
    [
      'is followed by the user found in the check',
      signedIn,
      checked(mina),
      minaStored,
      minaSignedIn,
      ['store-user'],
    ],
    ['signs out if the check finds no user', signedIn, checked(null), minaStored, signedOut, signOut],
    [
      'is ignored if the stored user changed during the check',
      signedIn,
      checked(null),
      rahimStored,
      signedIn,
      [],
    ],
  ])('%s', checkRow);
});

describe('a sign-in', () => {
  const failed = (user?: typeof rahim): AuthEvent => ({ type: 'sign-in-failed', user });
  test.each<Row>([
    ['that failed signs out of the SDK', signedOut, failed(rahim), noSession, signedOut, ['sign-out-sdk']],
    ['that failed before authentication keeps the session', signedIn, failed(), rahimStored, signedIn, []],
    ['of the same user that failed keeps the session', signedIn, failed(rahim), rahimStored, signedIn, []],
    ['of another user that failed ends the session', signedIn, failed(mina), rahimStored, signedOut, signOut],
    [
      'ends without a change of a known session',
      signedIn,
      { type: 'sign-in-ended' },
      rahimStored,
      signedIn,
      [],
    ],
    [
      'ends a session that is still loading',
      loading,
      { type: 'sign-in-ended' },
      rahimStored,
      signedOut,
      clear,
    ],
  ])('%s', checkRow);

  test('is counted while it is pending', () => {
    const started = transition(initialState, { type: 'sign-in-started' }, noSession);
    expect(started.state.pendingSignIns).toBe(1);
    expect(started.effects).toEqual([]);
    expect(transition(started.state, { type: 'sign-in-ended' }, noSession).state.pendingSignIns).toBe(0);
  });
});

describe('a sign-out', () => {
  test.each<Row>([
    [
      'removes token and user',
      signedIn,
      { type: 'signed-out', options: { keepToken: false, isSignedOutByUser: true } },
      rahimStored,
      signedOutByUser,
      signOut,
    ],
    [
      'keeps the token on request',
      signedIn,
      { type: 'signed-out', options: { keepToken: true } },
      rahimStored,
      signedOut,
      signOut,
    ],
    [
      'marks a deleted account',
      signedIn,
      { type: 'signed-out', options: { keepToken: false, isAccountDeleted: true } },
      rahimStored,
      { ...signedOut, isAccountDeleted: true },
      signOut,
    ],
  ])('%s', checkRow);

  test.each([true, false])('keeps the token: %s', (keepToken) => {
    const event: AuthEvent = { type: 'signed-out', options: { keepToken } };
    const { effects } = run(['', signedIn, event, rahimStored, signedOut, []]);
    expect(effects).toContainEqual({ type: 'clear-user', keepToken });
  });

  test('is counted, and revokes the stored token', () => {
    const row: Row = [
      '',
      signedIn,
      { type: 'signed-out', options: { keepToken: false } },
      rahimStored,
      signedOut,
      [],
    ];
    const { state, effects } = run(row);
    expect(state.signOutCount).toBe(1);
    expect(effects.at(-1)).toEqual({ type: 'finish-sign-out', token: 'access-1' });
  });
});

describe('a change', () => {
  const renamed = { ...rahim, displayName: 'Rahim Uddin' };
  const fromOtherTab = (user: typeof rahim): AuthEvent => ({ type: 'other-tab-updated-user', user });
  const otherTab: AuthEvent = { type: 'other-tab-changed' };
  test.each<Row>([
    [
      'of the user in another tab is applied',
      signedIn,
      fromOtherTab(renamed),
      rahimStored,
      { ...signedIn, user: renamed },
      ['store-user', 'sync-sdk'],
    ],
    ['of another user is ignored', signedIn, fromOtherTab(mina), rahimStored, signedIn, []],
    ['by another tab of nothing is ignored', signedIn, otherTab, rahimStored, signedIn, []],
    ['of no user to no user is ignored', signedOut, otherTab, noSession, signedOut, []],
    [
      'to another user restores their session',
      signedIn,
      otherTab,
      minaStored,
      loading,
      ['follow-sdk', 'load-client'],
    ],
    ['to no user signs out here alone', signedIn, otherTab, noSession, signedOutByUser, ['clear-user']],
    ['to an ended session ends it here alone', signedIn, otherTab, endedSession, signedOut, ['clear-user']],
  ])('%s', checkRow);
});
