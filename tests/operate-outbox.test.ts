import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createOutbox } from '#platform/outbox.ts';
import type { PlatformTables } from '#platform/schema/tables.ts';
import { onBothDatabases } from '#platform/testing/databases.ts';
import { systemClock } from '#platform/time.ts';
import { describeRejected, drop, resend } from '../operate-outbox.ts';
import { runToEnd } from './process.ts';

const email = (to: string) =>
  JSON.stringify({ to, subject: 'Your receipt', text: 'secret text', html: '<p>secret text</p>' });
const text = JSON.stringify({ phoneNumber: '+8801712345678', text: '987654 is your code.', goodUntil: 2000 });

onBothDatabases([], (open) => {
  test('the operator lists rejected messages without their contents, sends one again, deletes the rest', async () => {
    await using database = await open();
    const { db } = database;
    expect(await describeRejected(db)).toBe('No message was rejected.');
    const row = { kind: 'mail', rejected_at: 1000, expires_at: 2000, request_id: null, reason: '550.' };
    await db
      .withTables<PlatformTables>()
      .insertInto('platform_outbox_rejected')
      .values([
        { ...row, id: 'one', payload: email('rahim@example.org') },
        { ...row, id: 'two', payload: email('a\u001b[31m@example.org') },
        { ...row, id: 'three', kind: 'text-message', payload: text },
      ])
      .execute();
    const listed = await describeRejected(db);
    expect(listed.split('\n')).toHaveLength(4);
    expect(listed).toContain(
      'one  mail  rejected 1970-01-01T00:00:01.000Z  kept until 1970-01-01T00:00:02.000Z  to "rahim@example.org"  "Your receipt"  550.',
    );
    expect(listed).toContain('to "+8801712345678"  550.');
    for (const hidden of ['secret', '987654', '\u001b']) expect(listed).not.toContain(hidden);

    expect(await resend(db, 'one')).toMatch(/^1 message queued again/);
    const sent: string[] = [];
    const handlers = { mail: async (_: unknown, id: string) => void sent.push(id) };
    expect(await createOutbox({ db, clock: systemClock, handlers }).deliver()).toBe(1);
    expect(sent).toEqual(['one']);
    await expect(resend(db, 'one')).rejects.toThrow('There is no rejected message one.');
    await expect(drop(db, 'one')).rejects.toThrow('There is no rejected message one.');
    expect(await drop(db, 'all')).toBe('2 messages deleted.');
    expect(await drop(db, 'all')).toBe('0 messages deleted.');
  });
});

test('the command knows the outbox and the repair', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'blood-buddies-operate-'));
  const operate = (...words: string[]) => runToEnd('operate.ts', words, { DATA_DIR: folder.path });
  expect(await operate('outbox')).toEqual({ code: 0, output: 'No message was rejected.\n' });
  expect(await operate('repair')).toEqual({ code: 0, output: 'The database file is intact.\n' });
});
