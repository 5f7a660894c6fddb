/** Who asks: the signed-in member behind an access token. */
export type Viewer = { userId: string; email: string; sessionId: string; emailVerified: boolean };

/** Whose records are meant, where it is no session that says so. */
export type Owner = Pick<Viewer, 'userId'>;
