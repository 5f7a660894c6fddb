type Session = { user?: { uid: string } | undefined; isSignedOutByUser: boolean };

/**
 * Whether this user has signed out, or another user has signed in: nothing of theirs may be shown or done any more. Not
 * after their session has ended by itself: what they have typed waits for them.
 */
export const hasSignedOut = (uid: string, { user, isSignedOutByUser }: Session): boolean =>
  user ? user.uid !== uid : isSignedOutByUser;
