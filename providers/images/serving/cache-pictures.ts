import type { Database } from '#platform/database/open.ts';
import type { MemoScope } from '#platform/http/memo.ts';
import { seconds } from '#platform/time.ts';
import { isPictureId } from '../pictures/picture.ts';
import { findPicture } from '../pictures/repository.ts';
import { acceptedFormats } from './format.ts';
import { parseVariantRequest, roundUpWidth, type VariantRequest } from './variant-request.ts';

/** Matches URLs as our pages write them. The route handles all others, including invalid ones. */
const CANONICAL_PATH = /^([0-9a-f-]{36})(?:\?([a-z]+=[a-z0-9.-]+(?:&[a-z]+=[a-z0-9.-]+){0,2}))?$/;
const MAX_URL_LENGTH = 120;

/**
 * Maps picture requests to cache keys. Each picture has at most 96: eleven widths, each without `auto=format`
 * or with one of seven results of `acceptedFormats`, and eight drawings of a logo.
 */
export function createPictureMemoScope(db: Database, prefix: string): MemoScope {
  return {
    prefix,
    checkEveryMs: seconds(3),
    key(url, header) {
      const [, id = '', query] =
        (url.length <= MAX_URL_LENGTH && CANONICAL_PATH.exec(url.slice(prefix.length))) || [];
      const request = isPictureId(id) ? parseQuery(query) : undefined;
      if (!request || request.wantsMetadata) return undefined;
      const key = `${prefix}${id}/${request.logo ?? roundUpWidth(request.width) ?? 'whole'}`;
      return request.autoFormat ? `${key}/${acceptedFormats(header('accept'))}` : key;
    },
    /** A picture removed by any process has no row, so each process detects the removal here. */
    async version(name) {
      const [id = ''] = name.slice(prefix.length).split('/');
      return (await findPicture(db, id)) ? '' : 'removed';
    },
  };
}

function parseQuery(query: string | undefined): VariantRequest | undefined {
  const params: Record<string, string[]> = Object.create(null);
  for (const [name, value] of new URLSearchParams(query)) params[name] = [...(params[name] ?? []), value];
  try {
    return parseVariantRequest(params);
  } catch {
    return undefined;
  }
}
