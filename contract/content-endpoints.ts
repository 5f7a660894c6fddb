import * as z from 'zod/mini';
import { isLanguageCode } from './content-fields.ts';
import type { InLanguage } from './content-texts.ts';
import { endpoint, staffEndpoint } from './endpoint.ts';
import { languages } from './languages.ts';
import { maxLengthCheck } from './lengths.ts';
import { type ContentKind, MAX_ITEMS, type SiteContent } from './site-content.ts';

// The parameter `kind` is a ContentKind. The schema of a draft depends on it (site-content.ts), so the server
// validates drafts itself, and names fields without `draft.` in front.

/**
 * Whoever writes the groups `fee` and `region` also needs a second factor (`needsSecondFactor`), which the
 * endpoint's path does not tell.
 */
const editors = { roles: ['owner', 'editor'], secondFactor: false } as const;

/** Groups that decide what donors pay and when they are reminded. */
export const needsSecondFactor = (kind: ContentKind): boolean => kind === 'fee' || kind === 'region';

/** Large enough for a text of maximum length in several languages. */
const MAX_DRAFT_BYTES = 2 * 1024 * 1024;

/** With a language, each text is a string in that language, or else in the first one it has. */
const Language = z.object({
  language: z.optional(
    z
      .string()
      .check(z.toLowerCase(), z.refine(isLanguageCode, 'Use the code of a language, such as en or pt-br')),
  ),
});

export const getSite = endpoint({
  method: 'GET',
  path: '/site',
  access: 'public',
  summary:
    "Returns the site's content: each group as published or its default, and the published items of each kind in order.",
  query: Language,
  response: z.custom<SiteContent | InLanguage<SiteContent>>(),
  errorStatuses: [422],
});

export const contentStates = ['draft', 'scheduled', 'published', 'past'] as const;
export type ContentState = (typeof contentStates)[number];

const Content = z.object({
  kind: z.string(),
  /** `site` for a group. */
  id: z.string(),
  /** Changes with each change. 0 for a group that was never saved. */
  revision: z.int(),
  /** The content as last saved. Null for a group at its default, and for a fee of null. */
  draft: z.unknown(),
  /** False for a group at its default. */
  hasDraft: z.boolean(),
  /** What the site shows. Null if it shows no such item, or the group's default. */
  published: z.unknown(),
  /** `scheduled`: the draft is published at `publishAt`. `past`: a published campaign that is over. */
  state: z.enum(contentStates),
  publishAt: z.optional(z.iso.datetime()),
  updatedAt: z.optional(z.iso.datetime()),
});
export type Content = z.infer<typeof Content>;

const revision = z.int('Send the revision that you have read').check(z.minimum(0));
const Revision = z.object({ revision });

export const listContent = staffEndpoint(editors, {
  method: 'GET',
  path: '/staff/content',
  summary: 'Lists all groups, then the items of each kind in order.',
  query: Language,
  response: z.array(Content),
  errorStatuses: [422],
});

export const getContent = staffEndpoint(editors, {
  method: 'GET',
  path: '/staff/content/:kind/:id',
  summary: 'Returns a group or an item.',
  response: Content,
});

export const addContent = staffEndpoint(editors, {
  method: 'POST',
  path: '/staff/content/:kind',
  summary: 'Adds an item at the end of its kind. It is not public before it is published.',
  body: z.object({
    /** Chosen at random. A repeated request is 409 `changed-elsewhere`. */
    id: z.optional(z.string().check(z.regex(/^[\w-]{16,64}$/, 'Use 16 to 64 letters and digits'))),
    draft: z.unknown(),
  }),
  maxBodyBytes: MAX_DRAFT_BYTES,
  response: z.object({ insertedId: z.string(), revision: z.int() }),
  errorStatuses: [422],
});

export const orderContent = staffEndpoint(editors, {
  method: 'PUT',
  path: '/staff/content/:kind/order',
  summary: 'Puts items of a kind first, in this order. The others follow in theirs.',
  body: z.object({ ids: z.array(z.string().check(maxLengthCheck(64))).check(maxLengthCheck(MAX_ITEMS)) }),
  response: z.object({ ids: z.array(z.string()) }),
  errorStatuses: [422],
});

export const saveContent = staffEndpoint(editors, {
  method: 'PUT',
  path: '/staff/content/:kind/:id',
  summary:
    'Saves a draft, which may be incomplete, and takes it off the schedule. 409 `changed-elsewhere` has the current revision and draft in `error.current`.',
  body: z.object({ revision, draft: z.unknown() }),
  maxBodyBytes: MAX_DRAFT_BYTES,
  response: Revision,
  errorStatuses: [422],
});

export const publishContent = staffEndpoint(editors, {
  method: 'POST',
  path: '/staff/content/:kind/:id/publish',
  summary: 'Publishes the draft, now or at a later time. 422 names the fields that prevent it.',
  body: z.object({
    revision,
    at: z.optional(z.iso.datetime({ offset: true, error: 'Enter a time such as 2026-12-01T09:00:00Z' })),
  }),
  response: Revision,
  errorStatuses: [422],
});

export const previewContent = staffEndpoint(editors, {
  method: 'POST',
  path: '/staff/content/:kind/:id/preview',
  summary:
    'Returns the page that shows a kind of content, as it would be if the draft were published. Saves nothing. The id may be new.',
  body: z.object({ draft: z.unknown(), language: z.enum(languages) }),
  maxBodyBytes: MAX_DRAFT_BYTES,
  response: z.object({ html: z.string() }),
  errorStatuses: [422],
});

export const removeContent = staffEndpoint(editors, {
  method: 'DELETE',
  path: '/staff/content/:kind/:id',
  summary: 'Deletes an item with its versions, or returns a group to its default.',
  body: Revision,
  errorStatuses: [422],
});

export const listContentVersions = staffEndpoint(editors, {
  method: 'GET',
  path: '/staff/content/:kind/:id/versions',
  summary: 'Lists the last 20 publications, newest first.',
  response: z.array(z.object({ version: z.int(), publishedAt: z.iso.datetime(), content: z.unknown() })),
});

export const restoreContent = staffEndpoint(editors, {
  method: 'POST',
  path: '/staff/content/:kind/:id/restore',
  summary: 'Publishes an earlier version again. It also replaces the draft.',
  body: z.object({ version: z.int(), revision: z.optional(revision) }),
  response: Revision,
  errorStatuses: [422],
});
