type Session = { user?: { uid: string } | undefined; isSignedOutByUser: boolean };

/**
 * Whether this user has signed out, or another user has signed in: then none of their data may be shown or
 * sent. False after their session has expired, because the text that they typed is kept for them.
 */
export const hasSignedOut = (uid: string, { user, isSignedOutByUser }: Session): boolean =>
  user ? user.uid !== uid : isSignedOutByUser;
