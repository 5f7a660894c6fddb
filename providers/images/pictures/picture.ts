/** What we keep: JPEG, or WebP where parts are transparent. */
export type StoredFormat = 'jpeg' | 'webp';

/** What we serve: the same, or a variant that the client takes. */
export type Format = StoredFormat | 'avif' | 'png';

export type Picture = {
  id: string;
  userId: string;
  width: number;
  height: number;
  bytes: number;
  format: StoredFormat;
  placeholder: string;
  /** Instant in ms. */
  createdAt: number;
};

/** Ids are UUIDs of ours; anything else never reaches the database or the disk. */
export const isPictureId = (text: string): boolean =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(text);
