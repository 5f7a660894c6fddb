import { decodeJwt } from 'jose';
import { openDatabase } from '#platform/database/open.ts';
import { openSecrets } from '#platform/security/secrets.ts';
import { createReminderLinks, type LinkClaims } from '#server/features/reminders/links.ts';
import type { Member } from './member.ts';
import type { Site } from './site.ts';

const days = (n: number): number => n * 86_400_000;

export const isoDay = (ahead: number): string =>
  new Date(Date.now() + days(ahead)).toISOString().slice(0, 10);

/** What the running site would put into a mail that it sends tomorrow, or has sent (`ends`: how many days from now). */
export async function reminderToken(
  { dataDir }: Site,
  { accessToken }: Member,
  link: Omit<LinkClaims, 'userId'>,
  ends = 5,
): Promise<string> {
  const db = await openDatabase({ dataDir });
  const secrets = await openSecrets({ db, dataDir });
  const links = createReminderLinks({
    key: new TextEncoder().encode(await secrets('reminder-link-key')),
    clock: Date.now,
  });
  const userId = decodeJwt(accessToken).sub ?? '';
  const token = await links.issue({ ...link, userId }, Date.now() + days(ends));
  await db.destroy();
  return token;
}
