import * as z from 'zod/mini';
import { withLock } from '#web/auth/locks.ts';

const STORE = 'records';
const ALGORITHM = 'AES-GCM';

type StoredRecord = { key: CryptoKey; nonce: Uint8Array<ArrayBuffer>; data: ArrayBuffer; expiresAt: number };

/** What was not sent yet. Not deleted with the shift, because it is recorded nowhere else. */
export const unsentDatabase = 'bloodBuddiesStaffUnsent';

/**
 * Records in a database of the browser, each encrypted under its own key that scripts cannot read out. Without IndexedDB, in a
 * private window for example, nothing is stored.
 */
export function createEncryptedStorage(database: string, now: () => number = Date.now) {
  const withStore = openStore(database);

  /** Keys are created once for each record, and deleted together with it. */
  const keys = new Map<string, CryptoKey>();

  async function read<T extends z.ZodMiniType>(name: string, schema: T): Promise<z.infer<T> | undefined> {
    const record = await withStore<StoredRecord | undefined>('readonly', (store) => store.get(name));
    if (!record) return undefined;
    if (record.expiresAt <= now()) {
      await remove(name);
      return undefined;
    }
    keys.set(name, record.key);
    const bytes = await crypto.subtle.decrypt({ name: ALGORITHM, iv: record.nonce }, record.key, record.data);
    const parsed = z.safeParse(schema, JSON.parse(new TextDecoder().decode(bytes)));
    return parsed.success ? parsed.data : undefined;
  }

  async function write(name: string, value: unknown, expiresAt: number): Promise<void> {
    const key = keys.get(name) ?? (await createKey());
    keys.set(name, key);
    const nonce = crypto.getRandomValues(new Uint8Array(12));
    const bytes = new TextEncoder().encode(JSON.stringify(value));
    const data = await crypto.subtle.encrypt({ name: ALGORITHM, iv: nonce }, key, bytes);
    const record: StoredRecord = { key, nonce, data, expiresAt };
    await withStore('readwrite', (store) => store.put(record, name));
  }

  /** Changes a record that other tabs change, too. Stores nothing if `change` returns the same object. */
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

  async function remove(name: string): Promise<void> {
    keys.delete(name);
    await withStore('readwrite', (store) => store.delete(name));
  }

  const listNames = async (): Promise<string[]> =>
    (await withStore('readonly', (store) => store.getAllKeys())).map(String);

  return { read, write, update, remove, listNames };
}

const createKey = (): Promise<CryptoKey> =>
  crypto.subtle.generateKey({ name: ALGORITHM, length: 256 }, false, ['encrypt', 'decrypt']);

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
