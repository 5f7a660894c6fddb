import { useSyncExternalStore } from 'react';

const subscribe = () => () => {};

/** Returns false in the prerendered page and true after hydration. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
