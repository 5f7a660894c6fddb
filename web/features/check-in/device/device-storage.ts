import * as z from 'zod/mini';
import { withLock } from '#web/auth/locks.ts';

const STORE = 'records';

type StoredRecord = { value: unknown; expiresAt: number };

/**
 * Database of unsent changes. It is not deleted with the shift, because these changes are recorded nowhere
 * else.
 */
export const unsentDatabase = 'bloodBuddiesStaffUnsent';

/**
 * Records in a database of the browser, which any user of the device can read. Nothing is stored without
 * IndexedDB, for example in a private window.
 */
export function createDeviceStorage(database: string, now: () => number = Date.now) {
  const withStore = openStore(database);

  async function read<T extends z.ZodMiniType>(name: string, schema: T): Promise<z.infer<T> | undefined> {
    const record = await withStore<StoredRecord | undefined>('readonly', (store) => store.get(name));
    if (!record) return undefined;
    if (record.expiresAt <= now()) {
      await remove(name);
      return undefined;
    }
    const parsed = z.safeParse(schema, record.value);
    return parsed.success ? parsed.data : undefined;
  }

  async function write(name: string, value: unknown, expiresAt: number): Promise<void> {
    if (!canEncrypt()) throw new Error('Nothing is stored by a page without HTTPS.');
    await withStore('readwrite', (store) => store.put({ value, expiresAt } satisfies StoredRecord, name));
  }

  /** Changes a record that other tabs also change. Stores nothing if `change` returns the same object. */
  const update = <T extends z.ZodMiniType>(
    name: string,
    schema: T,
    change: (stored: z.infer<T> | undefined) => z.infer<T> | undefined,
    expiresAt: number,
  ): Promise<z.infer<T> | undefined> =>
    withLock(`${database} ${name}`, 'exclusive', async () => {
      const stored = await read(name, schema);
      const changed = change(stored);
      if (changed !== stored) await write(name, changed, expiresAt);
      return changed;
    });

  const remove = (name: string): Promise<void> => withStore('readwrite', (store) => store.delete(name));

  const listNames = async (): Promise<string[]> =>
    (await withStore('readonly', (store) => store.getAllKeys())).map(String);

  return { read, write, update, remove, listNames };
}

/** Browsers encrypt only on pages with HTTPS. */
export const canEncrypt = (): boolean => globalThis.crypto?.subtle !== undefined;

const openStore =
  (name: string) =>
  async <Result>(
    mode: IDBTransactionMode,
    work: (store: IDBObjectStore) => IDBRequest<Result>,
  ): Promise<Result> => {
    const database = await open(name);
    try {
      const transaction = database.transaction(STORE, mode);
      const request = work(transaction.objectStore(STORE));
      await new Promise<void>((resolve, reject) => {
        transaction.oncomplete = () => resolve();
        transaction.onabort = () => reject(transaction.error ?? new Error('The browser stored nothing.'));
      });
      return request.result;
    } finally {
      database.close();
    }
  };

const open = (name: string): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
