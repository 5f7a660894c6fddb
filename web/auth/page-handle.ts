/** Type of the `handle` export of a page. */
export type PageHandle = {
  /** Set if the browser renders the page: its HTML has only a spinner. */
  isShell: true;
  /**
   * Set if the page's content does not depend on the user. For a remembered user, such a page renders before
   * the identity provider has confirmed the session.
   */
  rendersWithoutSession: true;
  /** API paths to request while the scripts load, for example `/api/photo?limit=24`. */
  preloadedPaths: readonly string[];
};

/** Whether the innermost matched route renders before the session is confirmed. */
export const rendersWithoutSession = (matches: readonly { handle: unknown }[]): boolean =>
  (matches.at(-1)?.handle as Partial<PageHandle> | undefined)?.rendersWithoutSession === true;
