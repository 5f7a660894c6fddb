import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openWriter } from './sqlite-writer-client.ts';

const idleMs = 1000;

async function openItems() {
  const folder = mkdtempDisposableSync(join(tmpdir(), 'blood-buddies-writer-'));
  const writer = await openWriter(join(folder.path, 'items.db'), { idleMs });
  await writer.run('create table item (name text primary key)', []);
  return {
    ...writer,
    add: (name: string, transaction?: number) =>
      writer.run('insert into item values (?)', [name], transaction),
    names: async () => (await writer.run('select name from item order by name', [])).rows,
    async [Symbol.asyncDispose]() {
      await writer.close();
      folder.remove();
    },
  };
}

const countTo =
  'with recursive line(n) as (select 1 union all select n + 1 from line where n < ?) select count(*) from line';

test('a transaction outlives a statement that takes longer than its owner may be silent', async () => {
  await using here = await openItems();
  const transaction = await here.begin();
  for (let rows = 100_000, took = 0; took < 2 * idleMs; rows *= 2) {
    const began = performance.now();
    await here.run(countTo, [rows], transaction);
    took = performance.now() - began;
  }
  await here.add('kept', transaction);
  await here.commit(transaction);
  expect(await here.names()).toEqual([{ name: 'kept' }]);
});

test('a transaction whose owner stays silent is undone, also after a statement that failed', async () => {
  await using here = await openItems();
  const transaction = await here.begin();
  await here.add('lost', transaction);
  await expect(here.add('lost', transaction)).rejects.toThrow('UNIQUE');
  await here.add('of somebody else');
  expect(await here.names()).toEqual([{ name: 'of somebody else' }]);
  await expect(here.commit(transaction)).rejects.toThrow('This transaction has ended.');
});

test('who is refused for what another has written is told so once that stands', async () => {
  await using here = await openItems();
  const told: string[] = [];
  const first = here.add('a').then(() => told.push('added'));
  await expect(here.add('a').finally(() => told.push('refused'))).rejects.toThrow('UNIQUE');
  await first;
  expect(told).toEqual(['added', 'refused']);
});

test('a transaction that gives up for what another has written ends once that stands', async () => {
  await using here = await openItems();
  const told: string[] = [];
  const first = here.add('a').then(() => told.push('added'));
  const transaction = await here.begin();
  await here.rollback(transaction);
  told.push('given up');
  await first;
  expect(told).toEqual(['added', 'given up']);
});
