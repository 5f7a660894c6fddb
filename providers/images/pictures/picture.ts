/** What we keep: JPEG, or WebP where parts are transparent. */
export type StoredFormat = 'jpeg' | 'webp';

/** What we serve: the same, or a variant that the client takes. */
export type Format = StoredFormat | 'avif' | 'png';

/**
 * `arriving`: its file is being written. `new`: its file is durable. `saved`: the product shows it.
 * `leaving`: its files are about to go. Only new and saved ones are found by anybody.
 */
export type PictureState = 'arriving' | 'new' | 'saved' | 'leaving';

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

/** Ids are UUIDs of ours; anything else never reaches the database or the storage. */
export const isPictureId = (text: string): boolean =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(text);

export const extensionOf = (format: Format): string => (format === 'jpeg' ? 'jpg' : format);

/** Where a picture is served, as uploaders get it and the product keeps it. */
export const pictureAddress = (publicUrl: string, id: string): string => `${publicUrl}/images/${id}`;
