/** One place where the person is signed in. */
export type OwnSession = {
  id: string;
  /** The one of this browser. */
  current: boolean;
  /** What the browser said it is when it signed in: `Firefox on Linux`. */
  browser: string | undefined;
  /** When the person signed in there, and when it was last used, to the hour; in ms. */
  signedInAt: number;
  lastUsedAt: number;
};

/** The session that this browser holds just now. */
export type HeldSession = {
  id: string;
  /** Ends it at the provider; nothing to do when it has ended already. */
  end(): Promise<void>;
};

/**
 * The current person's sessions, where the provider is ours. Ending another one needs a sign-in of the last five
 * minutes (`requires-recent-login`). Throws IdentityError.
 */
export type SessionWays = {
  held(): Promise<HeldSession | undefined>;
  list(): Promise<OwnSession[]>;
  end(id: string): Promise<void>;
  endOthers(): Promise<void>;
};
