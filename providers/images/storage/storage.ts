/**
 * Stores picture files. A file belongs to one picture and has a name like `original` or `w324.avif`. The
 * caller validates ids. Every method throws AppError unavailable (503) when the disk or bucket fails, and
 * failures.ts logs the reason.
 */
export type Storage = {
  /** Returns the whole file, or undefined if there is none. */
  read(id: string, name: string): Promise<Uint8Array<ArrayBuffer> | undefined>;
  /** Path of that file, if every process of this machine can read the storage. The file may be missing. */
  pathFor?(id: string, name: string): string;
  /** Resolves when the file is durable. Readers see all of it or nothing. */
  write(id: string, name: string, bytes: Uint8Array): Promise<void>;
  /** Removes the file `name` of the picture, or all of its files. Does nothing when there are none. */
  remove(id: string, name?: string): Promise<void>;
};

/**
 * Path of a file below the root of a disk or bucket. The first folder is the end of the id, which is random,
 * unlike its beginning, which is the time.
 */
export const storagePath = (id: string, name = ''): string => `${id.slice(-2)}/${id}/${name}`;
