import { LRUCache } from 'lru-cache';
import type { Database } from '#platform/database/open.ts';
import type { CacheScope } from '#platform/http/tuning/response-cache.ts';
import { seconds } from '#platform/time.ts';
import { isPictureId } from '../pictures/picture.ts';
import { findPicture } from '../pictures/repository.ts';
import { acceptedFormats } from './format.ts';
import { parseVariantRequest, type VariantRequest, widthFor } from './variant-request.ts';

/** What an address comes to: `byFormats` has a name for each wish for a format; undefined where none is chosen. */
type Address = { plain: string; byFormats: Map<string, string> | undefined };

/** Only addresses as our own pages write them; others are left to the route, which also says what is wrong. */
const plainRest = /^([0-9a-f-]{36})(?:\?([a-z]+=[a-z0-9.]+(?:&[a-z]+=[a-z0-9.]+){0,2}))?$/;
const LONGEST = 120;

/** Which requests for pictures get the same bytes: at most eleven widths and seven wishes for a format a picture. */
export function cachePictures(db: Database, prefix: string): Required<CacheScope> {
  // Reading an address costs more than all the rest of a hot answer; these are some 300 bytes each.
  const known = new LRUCache<string, Address>({ max: 1000 });

  function read(url: string): Address | undefined {
    const [, id = '', query] = (url.length <= LONGEST && plainRest.exec(url.slice(prefix.length))) || [];
    const wanted = isPictureId(id) ? wantedBy(query) : undefined;
    if (!wanted || wanted.facts) return undefined;
    const plain = `${prefix}${id}/${widthFor(wanted.width) ?? 'whole'}`;
    const address = { plain, byFormats: wanted.autoFormat ? new Map() : undefined };
    known.set(url, address);
    return address;
  }

  return {
    prefix,
    ttlMs: seconds(3),
    key(url, header) {
      const address = known.get(url) ?? read(url);
      if (!address?.byFormats) return address?.plain;
      const formats = acceptedFormats(header('accept'));
      const name = address.byFormats.get(formats) ?? `${address.plain}/${formats}`;
      address.byFormats.set(formats, name);
      return name;
    },
    /** Whoever removes a picture removes its row, wherever: each of our processes sees it here. */
    async isStillValid(name) {
      const [id = ''] = name.slice(prefix.length).split('/');
      return (await findPicture(db, id)) !== undefined;
    },
  };
}

function wantedBy(query: string | undefined): VariantRequest | undefined {
  const given: Record<string, string[]> = Object.create(null);
  for (const [name, value] of new URLSearchParams(query)) given[name] = [...(given[name] ?? []), value];
  try {
    return parseVariantRequest(given);
  } catch {
    return undefined;
  }
}
