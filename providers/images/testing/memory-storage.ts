import type { Storage } from '../storage/storage.ts';

/** A storage in memory. `names` returns the names of a picture's files. */
export function createMemoryStorage(): Storage & { names(id?: string): string[] } {
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  const of = (start: string) => [...files.keys()].filter((key) => key.startsWith(start));
  return {
    read: async (id, name) => files.get(`${id}/${name}`),
    write: async (id, name, bytes) => void files.set(`${id}/${name}`, new Uint8Array(bytes)),
    remove: async (id, name = '') => {
      for (const key of of(`${id}/${name}`)) files.delete(key);
    },
    names: (id = '') => of(id).map((key) => key.slice(key.indexOf('/') + 1)),
  };
}
