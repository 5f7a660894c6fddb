import { centerKey } from '#contract/center-key.ts';
import { type Clock, seconds } from '#platform/time.ts';
import type { Db } from '#server/db/tables.ts';
import { type CenterWithSeries, listCentersWithSeries } from './repository.ts';

const TTL_MS = seconds(1);

/**
 * Caches the centers, so that a booking whose text names none costs no query. Changes on other servers are visible after a
 * second; statements that depend on the center check its version or the rows of its places.
 */
export type Directory = {
  findByName(text: string): Promise<CenterWithSeries | undefined>;
  find(id: string): Promise<CenterWithSeries | undefined>;
  invalidate(): void;
};

export function createDirectory({ db, clock }: { db: Db; clock: Clock }): Directory {
  type Entries = { byKey: Map<string, CenterWithSeries>; byId: Map<string, CenterWithSeries> };
  let entries: Promise<Entries> | undefined;
  let loadedAt = 0;

  function load(): Promise<Entries> {
    const age = clock() - loadedAt;
    if (entries && age >= 0 && age < TTL_MS) return entries;
    loadedAt = clock();
    const loading = listCentersWithSeries(db).then((centers) => ({
      byKey: new Map(centers.map((center) => [center.name_key, center])),
      byId: new Map(centers.map((center) => [center.id, center])),
    }));
    entries = loading;
    // A failed load is not cached.
    loading.catch(() => {
      if (entries === loading) entries = undefined;
    });
    return loading;
  }

  return {
    findByName: async (text) => {
      const { byKey } = await load();
      return byKey.size === 0 ? undefined : byKey.get(centerKey(text));
    },
    find: async (id) => (await load()).byId.get(id),
    invalidate() {
      entries = undefined;
    },
  };
}
