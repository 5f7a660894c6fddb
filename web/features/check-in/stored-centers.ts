import * as z from 'zod/mini';
import { Center } from '#contract/centers.ts';
import { load, save } from '#web/auth/user-storage.ts';

const storageKey = 'bloodBuddiesCenters';

/** Keeps the centers, which are public, so that the page opens offline. Returns them. */
export function storeForOffline(userId: string, centers: Center[]): Center[] {
  save(storageKey, userId, centers);
  return centers;
}

export const readStored = (userId: string): Center[] | undefined =>
  load(storageKey, userId, z.array(Center))?.value;
