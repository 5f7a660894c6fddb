import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * One row of the staff log. The rows of a chain are numbered from 1; each one carries an HMAC over its content, its place
 * and the HMAC of the row before it, so that no row can be changed, removed or moved without the site's secret.
 */
export type LogRow = { chain: string; seq: number; content: string; mac: string };

/**
 * The place and HMAC of a chain's last row, as published outside the database. `at`: the time of the row in ms, which
 * heads of the database and of older versions lack.
 */
export type ChainHead = Pick<LogRow, 'chain' | 'seq' | 'mac'> & { at?: number | undefined };

/** Formats a head as one word, for logs and notes: `site:3:...@mb3k2x1p`. */
export const formatHead = ({ chain, seq, mac, at }: ChainHead): string =>
  `${chain}:${seq}:${mac}${at === undefined ? '' : `@${at.toString(36)}`}`;

/**
 * Whether a chain can have this name: the id of a center, or `site`; then the time of a restore, if one began the chain.
 * What the database holds may be no text, or text that JavaScript reads otherwise.
 */
export const isChainName = (name: unknown): name is string =>
  typeof name === 'string' && /^[\w-]{1,64}(?:~[\da-z]{1,11})?$/.test(name);

/** Returns the heads that occur anywhere in a text, such as the site's log. */
export const findHeads = (text: string): ChainHead[] =>
  [
    ...text.matchAll(
      /([\w-]{1,64}(?:~[\da-z]{1,11})?):(\d{1,15}):([\w-]{43})(?![\w-])(?:@([\da-z]{1,11})(?![\w-]))?/g,
    ),
  ].map(([, chain = '', seq, mac = '', at]) => ({
    chain,
    seq: Number(seq),
    mac,
    ...(at && { at: Number.parseInt(at, 36) }),
  }));

/** Where verification starts: nothing for a whole chain, else the last row that retention removed. */
export type Checkpoint = Pick<LogRow, 'seq' | 'mac'>;

const start: Checkpoint = { seq: 0, mac: '' };

/** Signs a checkpoint, so that nobody without the site's secret can hide deleted rows behind one. */
export const signCheckpoint = (key: Uint8Array, { chain, seq, mac }: ChainHead): string =>
  createHmac('sha256', key)
    .update(JSON.stringify(['checkpoint', chain, seq, mac]))
    .digest('base64url');

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

/** `seq`: the first broken row; what SQLite holds need not be a number. */
export type BrokenRow = {
  chain: string;
  seq: number | string;
  /** `head`: the database does not know any more that the chain ends with this row. */
  reason: 'changed' | 'missing' | 'head';
};

/** A row as it is stored. `at` repeats the time in the content, to order the rows of all chains. */
export type StoredRow = LogRow & {
  at?: number;
  /** Whether other tables name exactly the accounts in the row. Called once its HMAC is verified. */
  hasItsPeople?: () => boolean;
};

/**
 * Verifies one chain.
 * @param rows in ascending order, from the checkpoint on
 * @param heads published heads of this chain; a row up to the newest of them that is missing at the end is found
 * @param end the row with which the chain ended, when a restore began other chains
 * @returns the first broken row, or the number of rows and the last one
 */
export async function verifyChain(
  key: Uint8Array,
  {
    chain,
    rows,
    heads,
    checkpoint = start,
    end,
  }: {
    chain: string;
    rows: AsyncIterable<StoredRow> | Iterable<StoredRow>;
    heads: readonly ChainHead[];
    checkpoint?: Checkpoint | undefined;
    end?: number | undefined;
  },
): Promise<{ count: number; last: Checkpoint } | { broken: BrokenRow }> {
  const published = Map.groupBy(
    heads.filter((head) => head.chain === chain),
    (head) => head.seq,
  );
  const contradicts = ({ seq, mac }: Checkpoint) =>
    published.get(seq)?.some((head) => !isEqual(head.mac, mac)) ?? false;
  const broken = (seq: number, reason: BrokenRow['reason']) => ({ broken: { chain, seq, reason } });

  if (contradicts(checkpoint)) return broken(checkpoint.seq, 'changed');
  let last = checkpoint;
  let count = 0;
  for await (const row of rows) {
    const expected = nextRow(key, { chain, content: row.content, last });
    const { seq } = expected;
    if (row.seq > seq) return broken(seq, 'missing');
    const isIntact =
      row.seq === seq && row.chain === chain && isEqual(row.mac, expected.mac) && hasIntactTables(row);
    if (!isIntact || contradicts(row) || seq > (end ?? seq)) return broken(row.seq, 'changed');
    last = row;
    count += 1;
  }
  const newest = Math.max(0, end ?? 0, ...published.keys());
  return newest > last.seq ? broken(last.seq + 1, 'missing') : { count, last };
}

/** Whether what other columns and tables repeat is what the content says, whose HMAC is verified. */
export const hasIntactTables = ({ at, content, hasItsPeople }: StoredRow): boolean =>
  (at === undefined || (JSON.parse(content) as { at?: number }).at === at) && (hasItsPeople?.() ?? true);

export function isEqual(one: string, other: string): boolean {
  // SQLite stores other types in columns of text, too.
  const [left, right] = [Buffer.from(String(one)), Buffer.from(String(other))];
  return left.length === right.length && timingSafeEqual(left, right);
}
