import * as z from 'zod/mini';
import { day, line, longText, slug, social, type Text, text, webAddress } from './content-fields.ts';
import { check, checkAlt, objectKind } from './content-kind.ts';
import { isLegalSlug } from './legal-pages.ts';
import { isCenterId } from './staff-access.ts';

const title = text(120);
const detail = longText(2000);
const body = longText(50_000);
const name = text(60);
const picture = z.optional(webAddress);
const alt = z.optional(text(200));

const Campaign = z.object({
  slug,
  title,
  detail,
  picture,
  alt,
  /** Either the only day, or the first and the last one. */
  date: z.optional(day),
  from: z.optional(day),
  until: z.optional(day),
  /** Such as `9:00 am - 5:00 pm`. */
  time: z.optional(line(60)),
  /** Where it is, unless it is at a center. */
  place: z.optional(text(200)),
  centerId: z.optional(z.string().check(z.refine((id) => id === '' || isCenterId(id), 'Choose a center'))),
});
type Campaign = z.output<typeof Campaign>;

const campaign = objectKind(
  Campaign,
  checkAlt('picture'),
  check<Campaign>(
    ({ date, from, until }) => (date === undefined ? (from && until) !== undefined : !from && !until),
    'date',
    'Enter a day, or the first and the last day',
  ),
  check<Campaign>(
    ({ from = '', until = from }) => from <= until,
    'until',
    'Enter a day on or after the first day',
  ),
  check<Campaign>(
    ({ place, centerId }) => (place ?? centerId) !== undefined,
    'place',
    'Enter a place, or choose a center',
  ),
);

const post = objectKind(
  z.object({ slug, title, body, cover: picture, alt, author: z.optional(text(120)), date: day }),
  checkAlt('cover'),
);

/** Text in square brackets that is no link, as the drafts of legal pages have it where only the owner knows. */
const placeholder = /\[[^[\]]{2,}\](?![([:])/;
const isFilledIn = ({ slug = '', body = {} }: { slug?: string; body?: Text }): boolean =>
  !isLegalSlug(slug) || !Object.values(body).some((text) => placeholder.test(text));

const Page = z.object({ slug, title, body, inMenu: z.optional(z.boolean('Say true or false')) });

/** `privacy`, `terms`, `licensing` and `imprint` are the slugs of the legal pages. `inMenu`: the menu lists it. */
const page = objectKind(
  Page,
  check<z.output<typeof Page>>(isFilledIn, 'body', 'Replace what is in square brackets with your own text'),
);

const teamCard = objectKind(
  z.object({ name, role: z.optional(text(120)), image: picture, alt, links: z.optional(social) }),
  checkAlt('image'),
);

const sponsor = objectKind(z.object({ name, logo: picture, alt, url: picture }), checkAlt('logo'));

const step = objectKind(z.object({ title, detail, picture, alt }), checkAlt('picture'));

/** Content of which a site has any number. */
export const itemKinds = { campaign, post, page, 'team-card': teamCard, sponsor, step } as const;
