import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { readItem, writeItem } from '#web/auth/persistence.ts';

/** Storage key of the id of the center that staff chose last on this device. */
const storageKey = 'bloodBuddiesCenter';

/** Returns the center that the address names, or else the one that was chosen last, the preferred one, or the first. */
export function useChosenCenter<Center extends { _id: string }>(
  centers: readonly Center[],
  preferredId?: string,
): Center | undefined {
  const [search] = useSearchParams();
  const find = (id: string | null | undefined) => centers.find(({ _id }) => _id === id);
  const named = find(search.get('center'));
  const namedId = named?._id;
  useEffect(() => {
    if (namedId !== undefined) writeItem(storageKey, namedId);
  }, [namedId]);
  return named ?? find(readItem(storageKey)) ?? find(preferredId) ?? centers[0];
}
