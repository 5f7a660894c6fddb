/** In place of the worker where the site is to do without one: takes what that has kept, and itself, away. */
import { type ExtendableFetchEvent, scope } from './scope.ts';

scope.addEventListener('install', (event: ExtendableFetchEvent) => event.waitUntil(scope.skipWaiting()));
scope.addEventListener('activate', (event: ExtendableFetchEvent) => event.waitUntil(leave()));

async function leave(): Promise<void> {
  await scope.registration.unregister();
  for (const name of await caches.keys()) if (name.startsWith('bb-')) await caches.delete(name);
  indexedDB.deleteDatabase('workbox-expiration');
}
