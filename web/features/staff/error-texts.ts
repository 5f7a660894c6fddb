import { t } from '@lingui/core/macro';
import { ApiError } from '#web/api/errors.ts';
import { errorText } from '#web/components/error-text.ts';

/** Translations of errors that only staff pages get, keyed by error code. */
const texts: Record<string, string> = {
  'last-owner': t`The site needs an owner. Make somebody else an owner first.`,
  'changed-meanwhile': t`Somebody else has changed this meanwhile. Open it again to see how it is now.`,
  'changed-elsewhere': t`This was changed elsewhere. Compare both versions, then save yours again.`,
  'too-many-items': t`There are 500 of these already. Delete one first.`,
  'too-much-content': t`All texts of the site together are too long. Shorten or delete something first.`,
  'name-taken': t`There is a center with this name already.`,
  'nothing-to-do': t`This appointment no longer waits for that. Reload the page.`,
  'refund-ordered': t`The payment is being refunded, so the cancellation can no longer be undone. If the donor comes, record the arrival.`,
  'item-claimed': t`Somebody else is looking at this. Continue with the next one.`,
  'already-decided': t`Somebody else has already decided this.`,
  'decision-final': t`This decision is final, because its author has objected already.`,
  'undo-expired': t`It is too late to undo this decision.`,
  'email-set-by-operator': t`The email server is set by SMTP_URL. Remove SMTP_URL and restart the site to set it here.`,
  'owner-account': t`An owner's account can't be disabled or deleted. Remove the role Owner first.`,
  'deletion-too-early': t`Another owner can confirm the deletion now, or you can a day after you requested it.`,
  'account-disabled': t`This account is disabled. Enable it under Accounts first.`,
  'accounts-elsewhere': t`Firebase has the accounts of this site. Change this account in its console.`,
  'payment-decided': t`This payment is already refunded or needs no decision any more.`,
  'backup-running': t`A backup is being made. Wait until it is finished.`,
  'backup-unavailable': t`This site makes no backups here. Set BACKUP_DIR, or back up PostgreSQL with its own tools.`,
  'log-broken': t`The log is broken, so nothing was changed. An owner can verify it on the page Log.`,
  'log-protected': t`The database of this site protects the log. Whoever runs the server can delete old entries.`,
  'unreadable-walk-in': t`This walk-in can't be read, so it was not added. Ask the donor for the details and add them again.`,
};

export const staffErrorText = (error: unknown): string =>
  (error instanceof ApiError ? texts[error.code] : undefined) ?? errorText(error);
