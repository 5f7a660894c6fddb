import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { maxLengthCheck, minLengthCheck } from './lengths.ts';
import { isSingleLine, multipleLinesMessage } from './single-line.ts';

export const Photo = z.object({
  _id: z.string(),
  /** Absolute URL at the image host. `?w=162&dpr=2&auto=format` selects a variant. */
  img: z.string(),
  title: z.string(),
  /** In pixels, after applying the orientation. Absent when the image host does not provide it. */
  width: z.optional(z.int()),
  height: z.optional(z.int()),
  /** A tiny blurred picture as a data URL. */
  placeholder: z.optional(z.string()),
});
export type Photo = z.infer<typeof Photo>;

/** A photo with the details that only its owner sees. */
export const OwnPhoto = z.extend(Photo, {
  /**
   * True if only the owner sees the photo, because reports, a decision or an earlier photo of the same
   * picture hid it.
   */
  hidden: z.boolean(),
});
export type OwnPhoto = z.infer<typeof OwnPhoto>;

const side = z.int().check(z.minimum(1), z.maximum(100_000));

/** Maximum and default page size of `GET /photo`. */
export const MAX_PAGE_SIZE = 200;

/** Number of photos in the gallery's first request, which fills the first screen. */
export const FIRST_PAGE_SIZE = 24;

export const listPhotos = endpoint({
  method: 'GET',
  path: '/photo',
  access: 'public',
  summary: 'Lists photos, newest first, at most 200. Page with `limit` and `after` (an _id).',
  query: z.object({
    limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(MAX_PAGE_SIZE))),
    after: z.optional(z.string().check(z.regex(/^(?:[\da-f-]{36})?$/i, 'Use the _id of a photo'))),
  }),
  response: z.array(Photo),
  errorStatuses: [422],
});

export const addPhoto = endpoint({
  method: 'POST',
  path: '/photo',
  access: 'member',
  summary:
    'Adds a photo of an uploaded picture. Adding the same picture again returns the same id. 409 if the picture was taken down.',
  body: z.object({
    img: z.string().check(z.trim(), minLengthCheck(1), maxLengthCheck(2000)),
    title: z.optional(
      z.string().check(z.trim(), maxLengthCheck(200), z.refine(isSingleLine, multipleLinesMessage)),
    ),
    /**
     * In pixels, as reported by the image host to the uploading browser. Used only if the host does not
     * report the size to the server.
     */
    width: z.optional(side),
    height: z.optional(side),
  }),
  response: z.object({ acknowledged: z.boolean(), insertedId: z.string() }),
  errorStatuses: [409, 422],
});

export const deletePhoto = endpoint({
  method: 'DELETE',
  path: '/photo/:id',
  access: 'member',
  summary: "Deletes one of the caller's photos.",
  errorStatuses: [404],
});

export const reportPhoto = endpoint({
  method: 'POST',
  path: '/photo/:id/report',
  access: 'member',
  summary:
    "Reports another member's photo, once. Several reports hide it until the operator decides. Reports count only from accounts that have a verified email address and are at least a day old.",
  errorStatuses: [404],
});

export const listOwnPhotos = endpoint({
  method: 'GET',
  path: '/user/photos',
  access: 'member',
  summary: "Lists the caller's photos, newest first, and the ids of the photos that the caller reported.",
  response: z.object({
    own: z.array(OwnPhoto),
    reported: z.array(z.string()),
  }),
});
