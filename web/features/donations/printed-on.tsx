import { Trans } from '@lingui/react/macro';
import type { Day } from '#contract/days.ts';
import { useSession } from '#web/auth/auth-provider.tsx';
import { formatDay } from '#web/i18n/days.ts';

/** Shows the donor's name, the email address and today's date, only in print. */
export function PrintedOn({ day }: { day: Day }) {
  const { user } = useSession();
  const account = [user?.displayName, user?.email].filter(Boolean).join(', ');
  const date = formatDay(day);
  return (
    <p className="hidden break-words print:block">
      <Trans>
        Account: {account}. As of {date}.
      </Trans>
    </p>
  );
}
