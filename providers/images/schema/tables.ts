import type { PictureState } from '../pictures/picture.ts';

export type PictureRow = {
  id: string;
  /** User id of the uploader, as the product assigned it. */
  user_id: string;
  /** Size of the stored original in pixels, after rotation. */
  width: number;
  height: number;
  bytes: number;
  /** `jpeg`, or `webp` for transparent pictures. */
  format: string;
  /** A tiny blurred picture as a data URL. */
  placeholder: string;
  /** Instant in ms. */
  created_at: number;
  state: PictureState;
  /** Instant in ms when the picture entered the state or when the job last handled it. */
  state_at: number;
};

export type ImagesTables = { images_pictures: PictureRow };
