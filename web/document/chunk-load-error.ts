import { t } from '@lingui/core/macro';

/** A script of the site did not come: no connection, or the site was renewed since this page was opened. */
class LostPart extends Error {
  override readonly name = 'LostPart';

  constructor(cause: unknown) {
    super(t`A part of this page is missing. Check your connection and load the page again.`, { cause });
  }
}

/**
 * Whether loading the page again is the remedy: a browser does not ask again for a module that it could not get.
 * By its name, since React Router throws one too, where a page's own script is missing (scripts/broken-links.ts).
 */
export const isChunkLoadError = (error: unknown): boolean =>
  error instanceof Error && error.name === 'LostPart';

/** What `import()` gives. Throws a sentence for people where it gives nothing. */
export const loadChunk = <Part>(part: Promise<Part>): Promise<Part> =>
  part.catch((cause) => {
    throw new LostPart(cause);
  });
