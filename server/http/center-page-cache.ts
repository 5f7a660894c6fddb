import { acceptedEncoding } from '#platform/http/compression.ts';
import type { CacheScope } from '#platform/http/tuning/response-cache.ts';
import { seconds } from '#platform/time.ts';

/**
 * Caches the pages of centers and the files of SMART Scheduling Links. They change with each booking; within this time, all
 * clients get the same. Only what exists is stored, so the number of keys is limited by that of the centers.
 * @param base prefix of the language, such as `/bn`
 */
export function createCenterPageCache(base: string): CacheScope {
  const prefix = `${base}/centers/`;
  return {
    prefix,
    ttlMs: seconds(1),
    key(url, header) {
      const [path = ''] = url.split('?', 1);
      if (!/^[\w.$-]{1,80}$/.test(path.slice(prefix.length))) return undefined;
      return `${path} ${acceptedEncoding(header('accept-encoding')) ?? ''}`;
    },
  };
}
