import type { Mail } from '#platform/messages.ts';
import { days } from '#platform/time.ts';
import type { Trx } from '#server/schema/tables.ts';
import { findReader, type Reader } from './paid-repository.ts';
import type { PaymentRoom } from './settle.ts';

/** A mail server may be away for long; what it has not taken by then goes, and with it the person's address. */
const MAIL_WAITS = days(30);

/** Mails the donor at the address, and in the language, that the account has today; a deleted one has none. */
export async function notifyMember(
  trx: Trx,
  { outbox, clock }: Pick<PaymentRoom, 'outbox' | 'clock'>,
  { user_id }: { user_id: string },
  compose: (reader: Reader) => Omit<Mail, 'to'>,
): Promise<void> {
  const reader = await findReader(trx, user_id);
  if (!reader) return;
  const mail = { ...compose(reader), to: reader.email, goodUntil: clock() + MAIL_WAITS };
  // Inside a transaction nobody asks the identity provider: the handler of the other kind does.
  if (reader.emailVerified) await outbox.add(trx, 'mail', mail);
  else await outbox.add(trx, 'mail-if-confirmed', { ...mail, userId: user_id });
}
