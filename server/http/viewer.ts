/** Who asks: the signed-in member behind an access token. */
export type Viewer = { userId: string; email: string; sessionId: string };
