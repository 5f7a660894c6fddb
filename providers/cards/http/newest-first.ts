import type { SelectQueryBuilder } from 'kysely';
import type { ListedRow, Span } from './span.ts';

/** Newest first, from after one row; before one row oldest first. */
export function newestFirst<Output>(
  // biome-ignore lint/suspicious/noExplicitAny: every table of a list has the two columns of ListedRow.
  query: SelectQueryBuilder<any, any, Output>,
  { after, before, from, until, limit }: Span<ListedRow>,
) {
  const order = before ? 'asc' : 'desc';
  let span = query.orderBy('created_at', order).orderBy('id', order).limit(limit);
  const edge = after ?? before;
  if (edge) {
    const beyond = after ? '<' : '>';
    span = span.where((e) =>
      e.or([
        e('created_at', beyond, edge.created_at),
        e.and([e('created_at', '=', edge.created_at), e('id', beyond, edge.id)]),
      ]),
    );
  }
  if (from !== undefined) span = span.where('created_at', '>=', from);
  if (until !== undefined) span = span.where('created_at', '<', until);
  return span;
}
