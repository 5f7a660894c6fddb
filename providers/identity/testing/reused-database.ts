import type { PlatformTables } from '#platform/schema/tables.ts';
import type { OpenTestDatabase, TestDatabase } from '#platform/testing/databases.ts';
import type { IdentityTables } from '../schema/tables.ts';

type Tables = IdentityTables & PlatformTables;

const tables: (keyof Tables)[] = [
  'identity_account',
  'identity_email',
  'identity_session',
  'identity_refresh_token',
  'identity_phone',
  'identity_google',
  'identity_google_answer',
  'identity_factor',
  'identity_pending_sign_in',
  'identity_text_code',
  'identity_totp_enrolment',
  'identity_code',
  'platform_outbox',
];

/** One database for many tests: each finds it without accounts, sessions, codes and mails. Not for tests at once. */
export function reuse(open: OpenTestDatabase): { open: OpenTestDatabase; close(): Promise<void> } {
  let opened: Promise<TestDatabase> | undefined;

  return {
    async open() {
      opened ??= open();
      const { db } = await opened;
      const mine = db.withTables<Tables>();
      for (const table of tables) await mine.deleteFrom(table).execute();
      return { db, async [Symbol.asyncDispose]() {} };
    },
    close: async () => void (await (await opened)?.[Symbol.asyncDispose]()),
  };
}
