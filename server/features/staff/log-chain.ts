import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * One row of the staff log. The rows of a chain are numbered from 1; each one carries an HMAC over its content, its place
 * and the HMAC of the row before it, so that no row can be changed, removed or moved without the site's secret.
 */
export type LogRow = { chain: string; seq: number; content: string; mac: string };

/** The place and HMAC of a chain's last row, as published outside the database. */
export type ChainHead = Pick<LogRow, 'chain' | 'seq' | 'mac'>;

/** Formats a head as one word, for logs and notes: `site:3:...`. */
export const formatHead = ({ chain, seq, mac }: ChainHead): string => `${chain}:${seq}:${mac}`;

/** Returns the heads that occur anywhere in a text, such as the site's log. */
export const findHeads = (text: string): ChainHead[] =>
  [...text.matchAll(/([\w-]{1,64}):(\d{1,15}):([\w-]{43})(?![\w-])/g)].map(
    ([, chain = '', seq, mac = '']) => ({
      chain,
      seq: Number(seq),
      mac,
    }),
  );

/** Where verification starts: nothing for a whole chain, else the last row that retention removed. */
export type Checkpoint = Pick<LogRow, 'seq' | 'mac'>;

const start: Checkpoint = { seq: 0, mac: '' };

/** Returns the row that follows `last`. */
export function nextRow(
  key: Uint8Array,
  { chain, content, last = start }: { chain: string; content: string; last?: Checkpoint | undefined },
): LogRow {
  const seq = last.seq + 1;
  return { chain, seq, content, mac: macOf(key, { chain, seq, content, previous: last.mac }) };
}

/** JSON, because a separator could occur in a content. */
const macOf = (key: Uint8Array, row: { chain: string; seq: number; content: string; previous: string }) =>
  createHmac('sha256', key)
    .update(JSON.stringify([row.chain, row.seq, row.previous, row.content]))
    .digest('base64url');

/** `seq`: the first broken row. */
export type BrokenRow = { chain: string; seq: number; reason: 'changed' | 'missing' };

/**
 * Verifies one chain.
 * @param rows in ascending order
 * @param heads published heads of this chain; a row up to the newest of them that is missing at the end is found
 * @returns the first broken row, or the number of rows
 */
export async function verifyChain(
  key: Uint8Array,
  {
    chain,
    rows,
    heads,
    checkpoint = start,
  }: {
    chain: string;
    rows: AsyncIterable<LogRow> | Iterable<LogRow>;
    heads: readonly ChainHead[];
    checkpoint?: Checkpoint | undefined;
  },
): Promise<{ count: number } | { broken: BrokenRow }> {
  const published = new Map(heads.filter((head) => head.chain === chain).map((head) => [head.seq, head.mac]));
  let last = checkpoint;
  let count = 0;
  for await (const row of rows) {
    const expected = nextRow(key, { chain, content: row.content, last });
    const { seq } = expected;
    if (row.seq > seq) return { broken: { chain, seq, reason: 'missing' } };
    if (row.seq !== seq || row.chain !== chain || !isEqual(row.mac, expected.mac))
      return { broken: { chain, seq, reason: 'changed' } };
    const head = published.get(seq);
    if (head !== undefined && !isEqual(head, row.mac)) return { broken: { chain, seq, reason: 'changed' } };
    last = row;
    count += 1;
  }
  const newest = Math.max(0, ...published.keys());
  if (newest > last.seq) return { broken: { chain, seq: last.seq + 1, reason: 'missing' } };
  return { count };
}

function isEqual(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}
