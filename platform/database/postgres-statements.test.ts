import { expect, test } from 'vitest';
import { createPrepared, type Statement } from './postgres-statements.ts';

const spoilt = Object.assign(new Error('cached plan must not change result type'), { code: '0A000' });

async function nameGiven(prepared: ReturnType<typeof createPrepared>, text: string, error?: Error) {
  let sent: Statement | undefined;
  const sending = prepared(text, [1], async (statement) => {
    sent = statement;
    if (error) throw error;
    return { rows: [], rowCount: 0, command: 'SELECT', oid: 0, fields: [] };
  });
  await (error ? expect(sending).rejects.toBe(error) : sending);
  return sent?.name;
}

test('two that use the same connections give one name to one text, whatever came before', async () => {
  const [one, other] = [createPrepared(), createPrepared()];
  await nameGiven(one, 'select $1');
  const name = await nameGiven(one, 'select $1 + 1');
  expect(name).toMatch(/./);
  expect(await nameGiven(other, 'select $1 + 1')).toBe(name);
  expect(await nameGiven(other, 'select $1')).not.toBe(name);
});

test('a statement whose plan was spoilt has another name from then on', async () => {
  const prepared = createPrepared();
  const name = await nameGiven(prepared, 'select $1', spoilt);
  const next = await nameGiven(prepared, 'select $1');
  expect(next).not.toBe(name);
  expect(await nameGiven(prepared, 'select $1')).toBe(next);
});

test('what has no values is sent without a name', async () => {
  let sent: Statement | undefined;
  await createPrepared()('select 1', [], async (statement) => {
    sent = statement;
    return { rows: [], rowCount: 0, command: 'SELECT', oid: 0, fields: [] };
  });
  expect(sent).toEqual({ text: 'select 1', values: [] });
});
