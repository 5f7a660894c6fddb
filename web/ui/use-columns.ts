import { useSyncExternalStore } from 'react';

const widerWindows = ['(min-width: 600px)', '(min-width: 1200px)'];

const columnsNow = (): number => 1 + widerWindows.filter((query) => matchMedia(query).matches).length;

function subscribe(listener: () => void): () => void {
  const queries = widerWindows.map((query) => matchMedia(query));
  for (const query of queries) query.addEventListener('change', listener);
  return () => {
    for (const query of queries) query.removeEventListener('change', listener);
  };
}

/** How many columns a wall has in this window: one, two from 600 px, three from 1200 px. */
export const useColumns = (): number => useSyncExternalStore(subscribe, columnsNow, () => 1);
