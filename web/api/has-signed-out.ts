type Session = { user?: { uid: string } | undefined; isSignedOutByUser: boolean };

/**
 * Whether this user has signed out or another user has signed in, so that none of this user's data may be
 * shown or sent. False after the session has expired, because the text that the user typed is kept.
 */
export const hasSignedOut = (uid: string, { user, isSignedOutByUser }: Session): boolean =>
  user ? user.uid !== uid : isSignedOutByUser;
