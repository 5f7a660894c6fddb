import { getConfig } from '#contract/config.ts';
import { firstPage, listPhotos } from '#contract/photos.ts';
import { listReviews } from '#contract/reviews.ts';
import type { HotPlace } from '#platform/http/hot-answers.ts';
import { namesByEncoding } from '#platform/http/hot-names.ts';

const PREFIX = '/api';
/** What every visitor's pages ask for, to the letter: nothing that a stranger can vary. */
const paths = [
  getConfig.path,
  listReviews.path,
  listPhotos.path,
  `${listPhotos.path}?limit=${firstPage}`,
].map((path) => PREFIX + path);

export type HotLists = {
  /** Their addresses, as pages write them. */
  paths: readonly string[];
  place: HotPlace;
  /** From now on nothing is given that was looked up before. */
  changed(): void;
};

/** The public lists. What this process has changed is seen at once, what another one has changed a moment later. */
export function createHotLists(): HotLists {
  let generation = 0;
  let name = namesByEncoding(paths);
  return {
    paths,
    place: {
      prefix: `${PREFIX}/`,
      freshMs: 200,
      name: (url, header) => name(url, header),
    },
    changed() {
      generation += 1;
      name = namesByEncoding(paths, `${generation} `);
    },
  };
}
