/** What the build of this worker has made; scripts/set-up/worker.mjs fills it in. */
export type BuiltSite = {
  /** Paths with a prerendered page of their own. */
  pages: string[];
  /** What stands before the paths of each language: '' and perhaps '/bn'. */
  bases: string[];
  /** Everything whose name carries a hash of its content. */
  files: string[];
  /**
   * What a page may ask for later that has asked for a file: the parts that wait for a click, or to come near, each
   * after what it needs itself. All by their places among the files.
   */
  later: Record<number, number[]>;
};

declare const BUILT_SITE: BuiltSite;

export const builtSite: BuiltSite = BUILT_SITE;
