import { type Language, languageBase } from '#contract/languages.ts';
import { days } from '#platform/time.ts';
import type { Core } from '#server/core.ts';
import type { Trx } from '#server/db/tables.ts';
import { toReader } from '#server/email/reader.ts';
import { chooseLanguage } from '#server/features/users/rules.ts';
import { type Invitation, renderInvitation } from './email.ts';
import { addInvitation } from './invitations-repository.ts';

/** How long an invitation is valid. */
const INVITATION_TTL_MS = days(14);

export type InvitationCore = Pick<
  Core,
  'outbox' | 'publicUrl' | 'siteName' | 'siteLook' | 'languages' | 'clock'
>;

/**
 * Stores invitations to an address, in lower case, and sends one email about them. `centerIds` contains ''
 * for the whole site.
 */
export async function sendInvitation(
  { outbox, publicUrl, siteName, siteLook, languages, clock }: InvitationCore,
  trx: Trx,
  options: Invitation & {
    email: string;
    centerIds: readonly string[];
    language: Language | null | undefined;
  },
): Promise<void> {
  const { email, role, centerIds } = options;
  const language = chooseLanguage(await languages(trx), options.language);
  const expiresAt = clock() + INVITATION_TTL_MS;
  for (const center_id of centerIds)
    await addInvitation(trx, { role, center_id, email, expires_at: expiresAt });
  const reader = await toReader({ siteName, siteLook }, trx, language);
  await outbox.add(trx, 'email', {
    ...renderInvitation(reader, options, `${publicUrl}${languageBase[language]}/staff/join`),
    to: email,
    goodUntil: expiresAt,
  });
}
