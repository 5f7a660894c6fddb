/** Files of this worker's build, which scripts/set-up/worker.mjs fills in. */
export type BuiltSite = {
  /** All files with a content hash in their names. */
  files: string[];
  /**
   * Chunks that a page loads on click or near the viewport, keyed by the index of the file that imports them.
   * Each chunk is listed after its own dependencies. All numbers are indexes into `files`.
   */
  later: Record<number, number[]>;
};

declare const BUILT_SITE: BuiltSite;

export const builtSite: BuiltSite = BUILT_SITE;
