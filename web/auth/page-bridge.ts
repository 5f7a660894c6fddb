/** What a page behind the guard may export as `handle`. */
export type PageHandle = {
  /**
   * The page shows nothing that depends on who is asking: for somebody whom this browser remembers it opens before the
   * identity provider has answered.
   */
  opensAtOnce: true;
  /** What the page asks the product server first, as `/api/photo?limit=24`: it is asked together with the scripts. */
  preloadedPaths: readonly string[];
};

/** Whether the innermost of these routes is such a page. */
export const rendersWithoutSession = (matches: readonly { handle: unknown }[]): boolean =>
  (matches.at(-1)?.handle as Partial<PageHandle> | undefined)?.opensAtOnce === true;
