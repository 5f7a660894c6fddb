import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { findHeads, formatHead, type LogRow, nextRow, verifyChain } from './log-chain.ts';
import { createRandom } from './testing/stored-log.ts';

const key = randomBytes(32);
const chain = 'center-1';

function createChain(count: number): LogRow[] {
  const rows: LogRow[] = [];
  for (let index = 0; index < count; index++)
    rows.push(nextRow(key, { chain, content: JSON.stringify({ index }), last: rows.at(-1) }));
  return rows;
}

const verify = (rows: LogRow[], heads: LogRow[] = []) => verifyChain(key, { chain, rows, heads });

/** Each damages the rows in place, and returns the number of the first broken row. */
const damages: Record<string, (rows: LogRow[], random: (below: number) => number) => number> = {
  'a changed character': (rows, random) => {
    const row = rows[random(rows.length)] as LogRow;
    const field = random(2) === 0 ? 'content' : 'mac';
    const place = random(row[field].length);
    const replacement = row[field][place] === 'x' ? 'y' : 'x';
    row[field] = row[field].slice(0, place) + replacement + row[field].slice(place + 1);
    return row.seq;
  },
  'a removed row': (rows, random) => rows.splice(random(rows.length), 1)[0]?.seq ?? 0,
  'two swapped rows, each at the number of the other': (rows, random) => {
    const [first, second] = [random(rows.length - 1), rows.length - 1] as const;
    const [one, other] = [rows[first] as LogRow, rows[second] as LogRow];
    rows[first] = { ...other, seq: one.seq };
    rows[second] = { ...one, seq: other.seq };
    return one.seq;
  },
  'a truncated end': (rows, random) => {
    const kept = random(rows.length);
    rows.length = kept;
    return kept + 1;
  },
  'a row of another chain': (rows, random) => {
    const place = random(rows.length);
    const content = rows[place]?.content ?? '';
    const last = rows[place - 1];
    rows[place] = nextRow(key, { chain: 'center-2', content, last });
    return place + 1;
  },
  'an end rewritten by somebody who has the secret': (rows, random) => {
    const place = random(rows.length);
    for (let index = place; index < rows.length; index++)
      rows[index] = nextRow(key, { chain, content: '{}', last: rows[index - 1] });
    // Found at the published head, the last row.
    return rows.length;
  },
};

describe('log verify', () => {
  test('accepts a whole chain and counts its rows', async () => {
    const rows = createChain(12);
    expect(await verify(rows, rows.slice(5, 9))).toMatchObject({ count: 12 });
    expect(await verify([])).toMatchObject({ count: 0 });
  });

  test('starts at the checkpoint that retention left', async () => {
    const rows = createChain(12);
    const checkpoint = rows[6];
    expect(await verifyChain(key, { chain, rows: rows.slice(7), heads: rows, checkpoint })).toMatchObject({
      count: 5,
    });
    expect(await verifyChain(key, { chain, rows: rows.slice(8), heads: [], checkpoint })).toMatchObject({
      broken: { seq: 8 },
    });
  });

  test('detects 10,000 of 10,000 random edits, and names the first broken row', async () => {
    const kinds = Object.values(damages);
    const chains = [createChain(3), createChain(30)];
    for (let seed = 0; seed < 10_000; seed++) {
      const random = createRandom(seed);
      const whole = chains[random(chains.length)] as LogRow[];
      const rows = whole.map((row) => ({ ...row }));
      const damage = kinds[seed % kinds.length] as (typeof kinds)[number];
      const seq = damage(rows, random);
      const found = await verify(rows, whole.slice(-1));
      expect(found, `seed ${seed}`).toMatchObject({ broken: { chain, seq } });
    }
  });

  test('reads heads from any text', async () => {
    const rows = createChain(12);
    const text = `{"msg":"head","head":"${formatHead(rows[11] as LogRow)}"}\n12:30:00 a:1:b`;
    expect(findHeads(text)).toEqual([{ chain, seq: 12, mac: rows[11]?.mac }]);
    expect(await verifyChain(key, { chain, rows: rows.slice(0, 9), heads: findHeads(text) })).toEqual({
      broken: { chain, seq: 10, reason: 'missing' },
    });
  });

  test('does not find rows that were removed after the last published head', async () => {
    const rows = createChain(12);
    expect(await verify(rows.slice(0, 10), rows.slice(0, 9))).toMatchObject({ count: 10 });
  });
});
