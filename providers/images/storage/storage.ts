/**
 * Where picture files rest. A file belongs to one picture and has a plain name of ours (`original`, `w324.avif`);
 * ids are checked before they come here. Each of these throws AppError unavailable (503) when the disk or the bucket
 * refuses, and has told the log why (failures.ts).
 */
export type Storage = {
  /** The whole file, or nothing. */
  read(id: string, name: string): Promise<Uint8Array<ArrayBuffer> | undefined>;
  /** The path of that file, on a storage that every process of this machine can read; the file may be missing. */
  pathFor?(id: string, name: string): string;
  /** Settles when the file would outlive a power cut. A reader sees all of it or nothing. */
  write(id: string, name: string, bytes: Uint8Array): Promise<void>;
  /** Removes that file of the picture, or every file of it; fine when there is none. */
  remove(id: string, name?: string): Promise<void>;
};

/** Where a file stands below the root of a disk or bucket. The first letters of an id are the time: all would share them. */
export const pathOf = (id: string, name = ''): string => `${id.slice(-2)}/${id}/${name}`;
