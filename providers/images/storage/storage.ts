/**
 * Where picture files rest. A file belongs to one picture and has a plain name of ours (`original`, `w324.avif`),
 * so that a bucket's `<id>/<name>` serves as well as a folder.
 */
export type Storage = {
  /** The whole file, or nothing. */
  read(id: string, name: string): Promise<Uint8Array<ArrayBuffer> | undefined>;
  /** Settles when the file would outlive a power cut. A reader sees all of it or nothing. */
  write(id: string, name: string, bytes: Uint8Array): Promise<void>;
  /** Removes every file of the picture; fine when there is none. */
  remove(id: string): Promise<void>;
};
