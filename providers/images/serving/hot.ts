import type { Database } from '#platform/database/open.ts';
import type { HotPlace } from '#platform/http/hot-answers.ts';
import { isPictureId } from '../pictures/picture.ts';
import { findPicture } from '../pictures/repository.ts';
import { acceptedFormats } from './format.ts';
import { rungFor } from './ladder.ts';
import { readWanted } from './wanted.ts';

const ID_LENGTH = 36;

/** Which requests for pictures get the same bytes: at most eleven widths and seven wishes for a format a picture. */
export function hotPictures(db: Database, prefix: string): HotPlace {
  return {
    prefix,
    name(rest, { accept }) {
      const id = rest.slice(0, ID_LENGTH);
      const wanted = isPictureId(id) ? plainlyWanted(rest.slice(ID_LENGTH)) : undefined;
      if (!wanted || wanted.facts) return undefined;
      const format = wanted.autoFormat ? acceptedFormats(accept) : 'stored';
      return `${id}/${rungFor(wanted.width) ?? 'whole'}/${format}`;
    },
    /** Whoever removes a picture removes its row, wherever: all our processes see it here. */
    stillTrue: async (name) => (await findPicture(db, name.slice(0, ID_LENGTH))) !== undefined,
  };
}

/** Only a query as our own pages write it; every other one is left to the route, which also says what is wrong. */
function plainlyWanted(query: string) {
  if (query !== '' && !/^\?[a-z]+=[a-z0-9.]+(?:&[a-z]+=[a-z0-9.]+){0,2}$/.test(query)) return undefined;
  const given: Record<string, string[]> = Object.create(null);
  for (const pair of query === '' ? [] : query.slice(1).split('&')) {
    const [name, value] = pair.split('=') as [string, string];
    given[name] = [...(given[name] ?? []), value];
  }
  try {
    return readWanted(given);
  } catch {
    return undefined;
  }
}
