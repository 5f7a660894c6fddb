import type { Session } from '#web/auth/session-machine.ts';

/**
 * Whether nothing of this user may be shown or done any more: they have signed out, or another user has signed in. What
 * they have typed before their session ended by itself waits for them.
 */
export const isOver = (owner: string, { user, isSignedOutByUser }: Session): boolean =>
  user ? user.uid !== owner : isSignedOutByUser;
