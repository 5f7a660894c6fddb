import { t } from '@lingui/core/macro';
import type { Appointment } from '#contract/appointments.ts';
import { pageLocale } from '#web/i18n/language.ts';

/**
 * Says by when the donor must confirm the address to keep the appointment. The page has the button for that.
 */
export function ConfirmNotice({
  confirmBy,
  className = '',
}: Pick<Appointment, 'confirmBy'> & { className?: string }) {
  if (!confirmBy) return null;
  const until = formatDeadline(confirmBy);
  return (
    <p className={`border-s-4 border-warn ps-3 ${className}`}>
      {t`Confirm your email address by ${until}. Otherwise we cancel this appointment, and your place is free for others.`}
    </p>
  );
}

const formatDeadline = (iso: string): string =>
  new Intl.DateTimeFormat(pageLocale, {
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    hourCycle: 'h23',
    minute: '2-digit',
  }).format(new Date(iso));
