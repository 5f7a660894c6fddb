import * as z from 'zod/mini';
import { keep, readKept, sessionPersistence, type userStorageKeys } from './persistence.ts';

type PersonalKey = (typeof userStorageKeys)[number];

/** In ms. */
const longest = 30 * 86_400_000;

/** Of a kept thing its owner and when it was kept, in ms since 1970. */
const Kept = z.object({ uid: z.string(), at: z.number(), value: z.unknown() });

/**
 * Keeps something of a person on this device for when there is no line. It goes when they sign out or anybody else signs
 * in (memory.ts), and after a month. A full or forbidden storage keeps nothing.
 */
export function save(key: PersonalKey, uid: string, value: unknown, at = Date.now()): void {
  // An answer may come after its person has left.
  if (sessionPersistence.uid() === uid) keep(key, JSON.stringify({ uid, at, value }));
}

export const clearUserStorage = (key: PersonalKey): void => keep(key, null);

/** What is kept of this person, if it is of the kind that this version of the site knows; nobody else's. */
export function load<T extends z.ZodMiniType>(
  key: PersonalKey,
  uid: string | undefined,
  kind: T,
  now = Date.now(),
): { value: z.infer<T>; at: number } | undefined {
  const kept = z.safeParse(Kept, read(key));
  if (!kept.success || kept.data.uid !== uid) return undefined;
  const { at } = kept.data;
  const value = z.safeParse(kind, kept.data.value);
  if (value.success && Math.abs(now - at) < longest) return { value: value.data, at };
  clearUserStorage(key);
  return undefined;
}

function read(key: PersonalKey): unknown {
  try {
    return JSON.parse(readKept(key) ?? 'null');
  } catch {
    return undefined;
  }
}
