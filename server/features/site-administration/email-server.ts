import * as z from 'zod/mini';
import { EmailServer, formatHost } from '#contract/staff-settings.ts';
import { decryptText, encryptText, type GetSecret } from '#platform/security/secrets.ts';
import type { Db } from '#server/db/tables.ts';
import type { SmtpServer } from '#server/integrations/email.ts';
import { readStoredServer } from './email-server-repository.ts';

const StoredServer = z.extend(EmailServer, {
  /** When a test email was accepted with these settings, in ms. */
  testedAt: z.optional(z.number()),
});
export type StoredServer = z.infer<typeof StoredServer>;

/**
 * Stores the email server, encrypted with one of the site's secrets, which stays the same if SECRET_KEY is
 * rotated.
 */
export type EmailServerStore = {
  /** Returns the email server, and its stored text. */
  read: () => Promise<{ server: StoredServer; stored: string } | undefined>;
  encrypt: (server: StoredServer) => Promise<string>;
};

export async function createEmailServerStore(db: Db, getSecret: GetSecret): Promise<EmailServerStore> {
  const key = Buffer.from(await getSecret('email-server-key'), 'base64url');
  return {
    async read() {
      const stored = await readStoredServer(db);
      if (stored === undefined) return undefined;
      return { stored, server: z.parse(StoredServer, JSON.parse(await decryptText(stored, key))) };
    },
    encrypt: (server) => encryptText(JSON.stringify(server), key),
  };
}

/** Returns the email server as SMTP_URL would specify it. */
export function toSmtpServer({ host, port, encryption, user, password, from }: EmailServer): SmtpServer {
  const protocol = encryption === 'tls' ? 'smtps' : 'smtp';
  const credentials = user ? `${encodeURIComponent(user)}:${encodeURIComponent(password ?? '')}@` : '';
  const query = encryption === 'starttls' ? '?requireTLS=true' : '';
  return { url: `${protocol}://${credentials}${formatHost(host)}:${port}${query}`, from };
}
