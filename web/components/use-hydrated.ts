import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** False in the prerendered page, true once it is alive: what needs JavaScript waits for this. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
