/** Served as /sw.js if the offline feature is disabled: removes the caches and the worker. */
import { type ExtendableFetchEvent, scope } from './scope.ts';

scope.addEventListener('install', (event: ExtendableFetchEvent) => event.waitUntil(scope.skipWaiting()));
scope.addEventListener('activate', (event: ExtendableFetchEvent) => event.waitUntil(unregister()));

async function unregister(): Promise<void> {
  await scope.registration.unregister();
  for (const name of await caches.keys()) if (name.startsWith('bb-')) await caches.delete(name);
  indexedDB.deleteDatabase('workbox-expiration');
}
