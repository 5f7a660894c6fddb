import { type Language, languageBase } from '#contract/languages.ts';
import type { StaffRole } from '#contract/staff-access.ts';
import type { Outbox } from '#platform/jobs/outbox.ts';
import { type Clock, days } from '#platform/time.ts';
import type { Trx } from '#server/db/tables.ts';
import { renderInvitation } from './email.ts';
import { addInvitation } from './invitations-repository.ts';

/** How long an invitation waits. */
const INVITATION_TTL_MS = days(14);

export type InvitationDeps = { outbox: Outbox; publicUrl: string; clock: Clock };

/** Stores invitations to an address, in lower case, and sends one email about them. */
export async function invite(
  { outbox, publicUrl, clock }: InvitationDeps,
  trx: Trx,
  options: {
    email: string;
    places: readonly { role: StaffRole; center_id: string }[];
    language: Language | null | undefined;
  },
): Promise<void> {
  const { email, places } = options;
  const language = options.language ?? 'en';
  const expiresAt = clock() + INVITATION_TTL_MS;
  for (const place of places) await addInvitation(trx, { ...place, email, expires_at: expiresAt });
  await outbox.add(trx, 'mail', {
    ...renderInvitation(language, `${publicUrl}${languageBase[language]}/staff`),
    to: email,
    goodUntil: expiresAt,
  });
}
