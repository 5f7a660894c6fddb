import { expect, test } from 'vitest';
import { openSqlite } from '#platform/testing/databases.ts';
import { testLook } from '#platform/testing/test-look.ts';
import { days } from '#platform/time.ts';
import { addRole } from '#server/features/staff/roles-repository.ts';
import { addMember } from '#server/testing/people.ts';
import { findHeads } from './log-chain.ts';
import { publishHead } from './log-head.ts';
import { addRow, noon, services, tablesOf } from './testing/stored-log.ts';

test('the newest head is printed by each run, and emailed to confirmed owners once a week', async () => {
  await using database = await openSqlite(services);
  const db = tablesOf(database.db);
  for (const [name, role, emailVerified] of [
    ['owner', 'owner', true],
    ['other', 'owner', false],
    ['rahim', 'moderator', true],
  ] as const) {
    const { userId } = await addMember(db, `${name}@example.org`, { emailVerified });
    await db
      .transaction()
      .execute((trx) => addRole(trx, { user_id: userId, role, center_id: '', granted_at: noon }));
  }
  const [printed, emails]: [string[], { to: string; text: string }[]] = [[], []];
  const runAt = (now: number) =>
    publishHead({
      db,
      accounts: undefined,
      languages: async () => ['en', 'bn'],
      publicUrl: 'https://blood.example',
      siteName: async () => 'Blood Buddies',
      siteLook: async () => testLook,
      clock: () => now,
      log: { child: () => ({ info: ({ head }: { head: string }) => void printed.push(head) }) } as never,
      outbox: { add: async (_: unknown, __: string, email: never) => void emails.push(email) } as never,
    });
  await runAt(noon);
  expect(printed).toEqual([]);
  const head = await addRow(database.db, noon);
  for (let day = 0; day <= 8; day += 1) await runAt(noon + days(day));
  expect(printed.flatMap(findHeads)).toEqual(Array.from({ length: 9 }, () => head));
  expect(emails.map(({ to }) => to)).toEqual(['owner@example.org', 'owner@example.org']);
  expect(findHeads(emails[0]?.text ?? '')).toEqual([head]);
});
