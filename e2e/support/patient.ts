/**
 * For calls of a journey itself: the server closes a connection that was idle for 5 s, perhaps in the moment in which a busy
 * journey uses it again. A browser repeats such a call; Playwright does so only where it is told to.
 */
export const patient = { maxRetries: 2 } as const;
