/** The signed-in member of a request. */
export type Viewer = { userId: string; email: string; sessionId: string; emailVerified: boolean };

/** Identifies the owner of records where there is no session. */
export type Owner = Pick<Viewer, 'userId'>;
