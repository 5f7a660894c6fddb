import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { openDatabase } from '#platform/database/open.ts';
import type { PlatformTables } from '#platform/schema/tables.ts';
import { createPostgresDatabase } from '#platform/testing/databases.ts';
import { freePort } from '#platform/testing/ports.ts';
import { runToEnd, startSite } from './process.ts';

const email = (to: string) =>
  JSON.stringify({ to, subject: 'Your receipt', text: 'secret text', html: '<p>secret text</p>' });

test.each(['SQLite', 'PostgreSQL'])(
  'while the site runs on %s the operator lists rejected emails, sends one again, deletes another',
  async (kind) => {
    const folder = mkdtempSync(join(tmpdir(), 'blood-buddies-operate-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const environment: Record<string, string> = {
      DATA_DIR: join(folder, 'data'),
      PORT: String(await freePort()),
    };
    if (kind === 'PostgreSQL') {
      const postgres = await createPostgresDatabase(inject('postgresUrl'));
      onTestFinished(() => postgres.drop());
      environment.DATABASE_URL = postgres.url;
    }
    const operate = (...words: string[]) => runToEnd('operate.ts', ['outbox', ...words], environment);
    const site = await startSite(environment);
    onTestFinished(async () => {
      const ended = once(site.child, 'exit');
      site.child.kill('SIGINT');
      await ended;
    });
    expect(await operate()).toEqual({ code: 0, output: 'No message was rejected.\n' });

    const { DATA_DIR: dataDir = '', DATABASE_URL: url } = environment;
    const database = await openDatabase(url ? { url } : { dataDir });
    const row = { kind: 'mail', rejected_at: Date.now(), expires_at: Date.now() + 60_000, request_id: null };
    await database
      .withTables<PlatformTables>()
      .insertInto('platform_outbox_rejected')
      .values([
        { ...row, id: 'one', payload: email('rahim@example.org'), reason: 'The mail server answered 550.' },
        { ...row, id: 'two', payload: email('a\u001b[31m@example.org'), reason: 'Another reason.' },
      ])
      .execute();
    await database.destroy();

    const { output } = await operate();
    expect(output).toMatch(
      /^one {2}mail {2}rejected .* to "rahim@example\.org" {2}"Your receipt" {2}The mail/m,
    );
    for (const hidden of ['secret', '\u001b']) expect(output).not.toContain(hidden);
    expect(await operate('resend', 'one')).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^1 message queued/),
    });
    const sent = () => readdirSync(join(dataDir, 'outbox'));
    await expect.poll(sent, { timeout: 10_000 }).toContain('one.eml');
    expect(await operate('resend', 'one')).toEqual({
      code: 1,
      output: 'There is no rejected message one.\n',
    });
    expect(await operate('drop', 'all')).toEqual({ code: 0, output: '1 message deleted.\n' });
    expect(await operate()).toEqual({ code: 0, output: 'No message was rejected.\n' });
    expect((await operate('burn', 'one')).output).toMatch(/^The operator's command\./);
  },
);
