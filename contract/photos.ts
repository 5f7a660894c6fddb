import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { maxLengthMessage, minLengthMessage } from './lengths.ts';
import { isSingleLine, multipleLinesMessage } from './single-line.ts';

export const Photo = z.object({
  _id: z.string(),
  /** Absolute address at the image host; `?w=162&dpr=2&auto=format` asks for a variant. */
  img: z.string(),
  title: z.string(),
  /** Pixels, as seen after orientation; absent where the host does not tell. */
  width: z.optional(z.int()),
  height: z.optional(z.int()),
  /** A tiny blurred picture as a data address. */
  placeholder: z.optional(z.string()),
});
export type Photo = z.infer<typeof Photo>;

/** One's own, with what only its owner is told. */
export const OwnPhoto = z.extend(Photo, {
  /** Not in the list until the operator has decided: several people reported it, or an earlier photo of its picture. */
  hidden: z.boolean(),
});
export type OwnPhoto = z.infer<typeof OwnPhoto>;

const side = z.int().check(z.minimum(1), z.maximum(100_000));

/** How many photos `GET /photo` returns at most, and without `limit`. */
export const MAX_PAGE_SIZE = 200;

/** How many of them the gallery asks for first: enough for the first sight. */
export const FIRST_PAGE_SIZE = 24;

export const listPhotos = endpoint({
  method: 'GET',
  path: '/photo',
  access: 'public',
  summary: 'Photos, newest first, at most 200; `limit` and `after` (an _id) page.',
  query: z.object({
    limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(MAX_PAGE_SIZE))),
    after: z.optional(z.string().check(maxLengthMessage(100))),
  }),
  response: z.array(Photo),
  errorStatuses: [422],
});

export const addPhoto = endpoint({
  method: 'POST',
  path: '/photo',
  access: 'member',
  summary:
    'Add a photo that the image host already holds: one per person and picture, a repeat gives the same id. 409 for a picture that was taken down.',
  body: z.object({
    img: z.string().check(z.trim(), minLengthMessage(1), maxLengthMessage(2000)),
    title: z.optional(
      z.string().check(z.trim(), maxLengthMessage(200), z.refine(isSingleLine, multipleLinesMessage)),
    ),
    /** Pixels, as the host told the uploader; used only where the host tells the server nothing. */
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
  summary: "Delete one's own photo.",
  errorStatuses: [404],
});

export const reportPhoto = endpoint({
  method: 'POST',
  path: '/photo/:id/report',
  access: 'member',
  summary:
    "Report another's photo that should not be here, once. Several reports hide it until the operator has decided; those of accounts without a confirmed address, or younger than a day, do not count.",
  errorStatuses: [404],
});

/** What a member may do with which photo: delete their own, report the others once. */
export const listOwnPhotos = endpoint({
  method: 'GET',
  path: '/user/photos',
  access: 'member',
  summary: "One's own photos, newest first, and the ids of those one has reported.",
  response: z.object({
    own: z.array(OwnPhoto),
    reported: z.array(z.string()),
  }),
});
