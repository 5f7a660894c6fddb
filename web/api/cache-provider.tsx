import { QueryClientContext } from '@tanstack/react-query';
import { type ReactNode, useSyncExternalStore } from 'react';
import { sharedCache } from './shared-cache.ts';

/** Hands the cache to whoever asks the server; the library behind it loads with the first of them. */
export function CacheProvider({ children }: { children: ReactNode }) {
  const cache = useSyncExternalStore(sharedCache.subscribe, sharedCache.read, sharedCache.read);
  return <QueryClientContext value={cache}>{children}</QueryClientContext>;
}
