import * as z from 'zod';
import { notFoundError } from './errors.ts';
import { type Form, integerParameter, optionalText, parseForm } from './form.ts';

/** A row of a list. All lists are ordered by `created_at`, in ms, and `id`. */
export type ListedRow = { id: string; created_at: number };

/** One page, newest first: rows after `after`, created in [from, until). */
export type Page = { limit: number; after?: ListedRow | undefined; from: number; until: number };

const second = integerParameter(0, 1e12);
/** Parameters of every list. */
export const pageShape = {
  limit: integerParameter(1, 100).default(10),
  starting_after: optionalText,
  created: z.strictObject({ gte: second.default(0), lt: second.default(1e12) }).prefault({}),
};

type Filter<Shape extends z.ZodRawShape> = z.infer<z.ZodObject<Shape>>;

/** Returns a page in Stripe's shape. @throws StripeShapedError 400 */
export async function listPage<Row extends ListedRow, Shape extends typeof pageShape>(
  form: Form,
  list: {
    url: string;
    shape: Shape;
    find(id: string): Promise<Row | undefined>;
    read(page: Page, filter: Filter<Shape>): Promise<Row[]>;
    serialize(row: Row, filter: Filter<Shape>): object;
  },
): Promise<object> {
  const query = parseForm(form, list.shape) as Filter<Shape> & Filter<typeof pageShape>;
  const { limit, starting_after, created } = query;
  const after = starting_after ? await list.find(starting_after) : undefined;
  if (starting_after && !after) throw notFoundError('object', starting_after, 'starting_after');
  // One extra row shows whether there is another page.
  const page = { limit: limit + 1, after, from: created.gte * 1000, until: created.lt * 1000 };
  const rows = await list.read(page, query);
  const data = await Promise.all(rows.slice(0, limit).map((row) => list.serialize(row, query)));
  return { object: 'list', url: list.url, has_more: rows.length > limit, data };
}
