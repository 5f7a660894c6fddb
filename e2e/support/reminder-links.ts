import { decodeJwt } from 'jose';
import { type Day, utcDay } from '#contract/days.ts';
import { openDatabase } from '#platform/database/open.ts';
import { openSecrets } from '#platform/security/secrets.ts';
import { issueLinkToken, type LinkClaims } from '#server/features/reminders/links.ts';
import type { Member } from './member.ts';
import type { Site } from './site.ts';

const days = (n: number): number => n * 86_400_000;

export const dayAhead = (count: number): Day => utcDay(Date.now() + days(count));

/**
 * Creates the token that the running site would put into a reminder email. It expires in `expiresInDays`
 * days.
 */
export async function reminderToken(
  { dataDir }: Site,
  { accessToken }: Member,
  link: Omit<LinkClaims, 'userId'>,
  expiresInDays = 5,
): Promise<string> {
  const db = await openDatabase({ dataDir });
  const secrets = await openSecrets({ db, dataDir });
  const reminders = new TextEncoder().encode(await secrets('reminder-link-key'));
  const userId = decodeJwt(accessToken).sub ?? '';
  const token = issueLinkToken(
    { linkKeys: { reminders } },
    { ...link, userId },
    Date.now() + days(expiresInDays),
  );
  await db.destroy();
  return token;
}
