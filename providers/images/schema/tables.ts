import type { PictureState } from '../pictures/picture.ts';

export type PicturesTable = {
  id: string;
  /** Whose it is: the product's user id. */
  user_id: string;
  /** Pixels of the stored original, as seen. */
  width: number;
  height: number;
  bytes: number;
  /** `jpeg`, or `webp` when parts of it are transparent. */
  format: string;
  /** A tiny blurred picture as a data address. */
  placeholder: string;
  /** Instant in ms. */
  created_at: number;
  state: PictureState;
  /** Since when it is in that state, or when the job last took it up; instant in ms. */
  state_at: number;
};

export type ImagesTables = { images_pictures: PicturesTable };
