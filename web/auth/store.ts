import { t } from '@lingui/core/macro';
import {
  createAccessRenewal,
  finishSignOut,
  isAccessRejected,
  previousSession,
  type Session,
  type SessionStoreDeps,
  type SignOutKind,
  signedInSession,
  signedOut,
  unknownSession,
} from './auth-state.ts';
import type { AuthClient } from './client.ts';
import type { IdentityClient, IdentityUser } from './identity.ts';

/** Who is signed in. Signed in means: known to the identity provider, and holding an access token of ours. */
export function createSessionStore({ loadAuthClient, memory, token, forgetPerson }: SessionStoreDeps) {
  let session = unknownSession;
  let door: Promise<AuthClient> | undefined;
  // Our own sign-in is under way: its end decides, not what the SDK tells meanwhile.
  let entering = 0;
  // Counts sign-outs, so that an answer that was under way cannot bring a session back.
  let departures = 0;
  const listeners = new Set<() => void>();

  function set(next: Session): void {
    session = next;
    for (const listener of listeners) listener();
  }

  function open(): Promise<AuthClient> {
    door ??= loadAuthClient().then(
      (opened) => {
        opened.identity.watch((user) => void follow(opened, user));
        return opened;
      },
      (error) => {
        door = undefined;
        throw error;
      },
    );
    return door;
  }

  /** `until`: what somebody remembered may be looked up after; `lookUp` does not wait for it. */
  function start(until?: Promise<unknown>): void {
    if (memory.leaving()) void finishSignOut(open, memory, null);
    const known = memory.uid() !== null;
    // What somebody has before them, as photos they have chosen, goes before another person comes.
    const remembered = known && token.read() !== null && !session.user;
    set(
      known
        ? { state: 'loading', loginValue: true, left: false, ...(remembered && { remembered }) }
        : signedOut,
    );
    if (remembered && until) void until.then(lookUp);
    else lookUp();
  }

  /** Asks the identity provider who is signed in, unless that is known or nobody is remembered. */
  function lookUp(): void {
    if (session.state !== 'loading' || memory.uid() === null) return;
    open().catch((unreachable) => {
      if (session.state === 'loading') set({ ...signedOut, unreachable });
    });
  }

  async function follow(opened: AuthClient, user: IdentityUser | null): Promise<void> {
    if (entering > 0 || memory.leaving()) return;
    if (!user) return followOut(opened);
    // Nobody is remembered here: left over, or another tab's sign-in that is not finished yet.
    if (memory.uid() === null && session.state === 'signed-out') return;
    if (memory.uid() === user.uid && token.read()) return settle(user);
    const before = departures;
    try {
      await exchange(opened, user, false);
      settle(user);
    } catch (error) {
      if (departures !== before) return;
      if (isAccessRejected(error)) await leave({ keepToken: false });
      // Out of reach: the identity session lives, and the next call asks for an access token again.
      else settle(user);
    }
  }

  // The SDK may have told of this person before they were remembered, and does not tell twice; or it still holds the
  // one before, whose end would be taken for this one's.
  function followOther(): void {
    const opened = door;
    start();
    void opened
      ?.then(async (known) => {
        await known.identity.account.catchUp();
        const user = await known.identity.current();
        if (user?.uid === memory.uid()) await follow(known, user);
      })
      .catch(() => undefined);
  }

  // Another tab has signed out, or the provider ended the session; only the latter still has its person remembered.
  async function followOut(opened: AuthClient): Promise<void> {
    if (session.state === 'signed-out') return;
    const uid = memory.uid();
    if (uid === null) return depart({ keepToken: true, left: true });
    // Somebody else is remembered than was known here: it may be late word of the one before.
    if (uid !== session.user?.uid) {
      await opened.identity.account.catchUp().catch(() => undefined);
      const user = await opened.identity.current();
      if (user) return follow(opened, user);
    }
    if (memory.uid() === uid) await leave({ keepToken: false });
  }

  async function exchange(
    opened: AuthClient,
    user: IdentityUser,
    fresh: boolean,
  ): Promise<{ created: boolean }> {
    const before = departures;
    const answer = await opened.exchange(user.email, await opened.identity.idToken(fresh));
    if (departures !== before) {
      await opened.revoke(answer.token);
      throw new Error(t`You were signed out.`);
    }
    token.store(answer.token);
    return { created: answer.created };
  }

  function settle(user: IdentityUser): void {
    if (session.user?.uid !== user.uid) forgetPerson();
    memory.remember(user.uid);
    set(signedInSession(user));
  }

  async function enter(
    act: (identity: IdentityClient) => Promise<IdentityUser>,
  ): Promise<{ created: boolean }> {
    const opened = await open();
    memory.setLeaving(false);
    entering += 1;
    let user: IdentityUser | undefined;
    try {
      const former = await previousSession(opened.identity);
      user = await act(opened.identity);
      const entered = await exchange(opened, user, false);
      settle(user);
      if (await former.isReplaced()) await former.end();
      return entered;
    } catch (error) {
      // Known to the identity provider only is not signed in, nor is anybody whose place they have taken there.
      if (session.state !== 'signed-in') await opened.identity.signOut();
      else if (user && user.uid !== session.user?.uid) await leave({ keepToken: false });
      throw error;
    } finally {
      entering -= 1;
      if (session.state === 'loading') depart({ keepToken: false, left: false });
    }
  }

  /**
   * Changes something about the person, who stays the same; other tabs follow. `renewsAccess`: they have signed in again,
   * which the product server learns from a new access token, whether or not the provider began another session.
   */
  async function change(
    act: (identity: IdentityClient) => Promise<IdentityUser>,
    { renewsAccess = false } = {},
  ): Promise<void> {
    const before = departures;
    const opened = await open();
    const former = await previousSession(opened.identity);
    const user = await act(opened.identity);
    // A tab that was opened a moment ago may still be looking up the one whom the browser remembers.
    const uid = session.user?.uid ?? memory.uid();
    if (departures !== before || uid !== user.uid) return;
    // The product server learns it from a new ID token.
    const isConfirmedNow = session.user?.emailVerified === false && user.emailVerified;
    if (session.user || token.read()) settle(user);
    memory.tellChange(user);
    const isReplaced = await former.isReplaced();
    if (!isReplaced && !renewsAccess && !isConfirmedNow) return;
    // Its access ends with the former session. A call in between hears 401 and asks again, in any tab.
    if (isReplaced) token.clear();
    await exchange(opened, user, isConfirmedNow).catch((error: unknown) => {
      if (isAccessRejected(error)) throw error;
    });
    if (isReplaced) await former.end();
  }

  function depart({ keepToken, left = false, gone = false }: SignOutKind): void {
    departures += 1;
    if (!keepToken) token.clear();
    memory.forget();
    forgetPerson();
    set({ ...signedOut, left, ...(gone && { gone }) });
  }

  async function leave(departure: SignOutKind): Promise<void> {
    const held = token.read();
    memory.setLeaving(true);
    depart(departure);
    await finishSignOut(open, memory, held);
  }

  const renew = createAccessRenewal({
    token,
    uid: () => (entering > 0 ? null : (session.user?.uid ?? memory.uid())),
    async exchangeAgain() {
      const opened = await open();
      // Another tab may have begun a new session in place of the one that is known here.
      await opened.identity.account.catchUp();
      const user = await opened.identity.current();
      if (user) await exchange(opened, user, true);
      return user !== null;
    },
    onRefused: () => leave({ keepToken: false }),
  });

  return {
    read: () => session,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    start,
    lookUp,
    enter,
    change,
    leave,
    renew,
    /** A call was refused with 403: signs out, unless another token has taken the place of the one sent. */
    refuse(sent: string | null): void {
      if (sent !== null && sent === token.read()) void leave({ keepToken: false });
    },
    /** Another tab has signed in or out. */
    followOtherTab(): void {
      const uid = memory.uid();
      if (uid !== null && session.user?.uid !== uid) followOther();
      else if (uid === null && session.state !== 'signed-out') depart({ keepToken: true, left: true });
    },
    /** The identity provider, loaded when first needed. */
    identity: async (): Promise<IdentityClient> => (await open()).identity,
    // Told by another tab, not asked for: this tab's SDK may hold tokens that the change has ended, and would sign out.
    followChange(user: IdentityUser): void {
      if (session.user?.uid !== user.uid) return;
      settle(user);
      void door?.then(({ identity }) => identity.account.catchUp()).catch(() => undefined);
    },
    async deleteAccount(): Promise<void> {
      await (await open()).deleteUser();
      // It went with the account: there is nothing left to revoke.
      token.clear();
      await leave({ keepToken: false, left: true, gone: true });
    },
  };
}
