import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { readItem, writeItem } from '#web/auth/persistence.ts';

/** Storage key of the id of the center that staff chose last on this device. */
const storageKey = 'bloodBuddiesCenter';

type Ids = {
  /** The center's id in the page's address. */
  named: string | null;
  storedId: string | null;
  /** The centers with donors to call. */
  preferred: readonly string[];
};

/**
 * Returns the center that the address names, otherwise the preferred one, the last one chosen, or the first.
 */
export function chooseCenter<Center extends { _id: string }>(
  centers: readonly Center[],
  { named, storedId, preferred }: Ids,
): Center | undefined {
  const find = (id: string | null, among = centers) => among.find(({ _id }) => _id === id);
  const urgent = centers.filter(({ _id }) => preferred.includes(_id));
  return find(named) ?? find(storedId, urgent) ?? urgent[0] ?? find(storedId) ?? centers[0];
}

/** Returns the center of a staff page, and stores the one that the address names. */
export function useChosenCenter<Center extends { _id: string }>(
  centers: readonly Center[],
  preferred: readonly string[] = [],
): Center | undefined {
  const [search] = useSearchParams();
  const named = search.get('center');
  const center = chooseCenter(centers, { named, storedId: readItem(storageKey), preferred });
  const namedId = center?._id === named ? center?._id : undefined;
  useEffect(() => {
    if (namedId !== undefined) writeItem(storageKey, namedId);
  }, [namedId]);
  return center;
}
