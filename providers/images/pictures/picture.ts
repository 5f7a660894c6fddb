/** Format of a stored original: JPEG, or WebP for transparent pictures. */
export type StoredFormat = 'jpeg' | 'webp';

/** Format of a served picture: the original's, or a variant's that the client accepts. */
export type Format = StoredFormat | 'avif' | 'png';

/**
 * `arriving`: its file is being written. `new`: its file is durable. `saved`: a photo shows it. `leaving`:
 * its files will be removed. Only new and saved pictures are visible.
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

/** Ids are UUIDv7. Any other text is rejected before it reaches the database or the storage. */
export const isPictureId = (text: string): boolean =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(text);

export const extensionOf = (format: Format): string => (format === 'jpeg' ? 'jpg' : format);

/** Returns the public URL of a picture. */
export const pictureAddress = (publicUrl: string, id: string): string => `${publicUrl}/images/${id}`;
