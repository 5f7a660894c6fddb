import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import type { Day } from '#contract/days.ts';
import {
  cancelUnconfirmedBookings,
  listUnconfirmedBookings,
  MAX_CANCELED_AT_ONCE,
  type UnconfirmedBooking,
} from '#contract/staff-unconfirmed-bookings.ts';
import { call } from '#web/api/client.ts';
import { useQuery, useQueryClient } from '#web/api/queries.ts';
import { useSession } from '#web/auth/auth-provider.tsx';
import { Button } from '#web/components/button.tsx';
import { confirmDialog } from '#web/components/dialogs.ts';
import { FormError, useFormAction } from '#web/components/form-error.tsx';
import { Section, SectionDone } from '#web/components/section.tsx';
import { formatDayAndWeekday, formatTime } from '#web/i18n/days.ts';
import { toLocalDigits } from '#web/i18n/digits.ts';
import { pageLocale } from '#web/i18n/language.ts';
import { staffErrorText } from '../staff/error-texts.ts';
import { useStaff } from '../staff/staff-layout.tsx';

/**
 * Lists the slots of members who have not confirmed their address, with one button that cancels them. If
 * there are none, shows only the outcome of a cancellation.
 */
export function UnconfirmedBookings({ centerId }: { centerId: string }) {
  const { user } = useSession();
  const cache = useQueryClient();
  const { sendsEmail = true } = useStaff();
  const [done, setDone] = useState<string>();
  const { failure, isBusy, attempt } = useFormAction(staffErrorText);
  const queryKey = ['staff', user?.uid, 'centers', centerId, 'unconfirmed'];
  const { data = [] } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(listUnconfirmedBookings, { signal, params: { id: centerId } }),
  });
  if (data.length === 0) return <SectionDone text={done} />;
  const bookings = data.slice(0, MAX_CANCELED_AT_ONCE);
  const count = bookings.length;
  const cancelAll = () =>
    attempt(async () => {
      const isConfirmed = await confirmDialog({
        title: plural(count, { one: 'Cancel this booking?', other: 'Cancel these # bookings?' }),
        text: [
          ...(sendsEmail ? [t`Each member gets an email with a link to book again.`] : []),
          t`Members who have confirmed their address since then keep their place.`,
        ].join(' '),
        yes: plural(count, { one: 'Cancel the booking', other: 'Cancel the bookings' }),
        no: t`Go back`,
      });
      if (!isConfirmed) return;
      const { canceled } = await call(cancelUnconfirmedBookings, {
        params: { id: centerId },
        body: { appointmentIds: bookings.map(({ _id }) => _id) },
      });
      setDone(plural(canceled, { one: '# booking is canceled.', other: '# bookings are canceled.' }));
      await cache.invalidateQueries({ queryKey });
    });
  return (
    <Section title={t`Unconfirmed bookings`}>
      <p>
        <Trans>These members have not confirmed their email address.</Trans>{' '}
        {bookings.some(({ confirmBy }) => confirmBy) && (
          <Trans>Without a confirmation, the site cancels the booking at the time shown.</Trans>
        )}
      </p>
      <ul className="grid gap-2">
        {bookings.map((booking) => (
          <li key={booking._id} className="grid gap-x-3 wrap-anywhere sm:flex sm:flex-wrap">
            <strong>{booking.name}</strong>
            <span className="bb-hint">{describe(booking)}</span>
          </li>
        ))}
      </ul>
      <FormError text={failure} />
      <Button variant="danger" isBusy={isBusy} onClick={() => void cancelAll()}>
        {plural(count, { one: 'Cancel this booking', other: 'Cancel all # bookings' })}
      </Button>
      <SectionDone text={done} />
    </Section>
  );
}

const deadline = new Intl.DateTimeFormat(pageLocale, {
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  hourCycle: 'h23',
  minute: '2-digit',
});

function describe({ date, time, phoneEnd, confirmBy }: UnconfirmedBooking): string {
  const phone = toLocalDigits(phoneEnd);
  const until = confirmBy && deadline.format(new Date(confirmBy));
  return [
    formatDayAndWeekday(date as Day),
    ...(time ? [formatTime(time)] : []),
    t`phone ends in ${phone}`,
    ...(until ? [t`will be canceled on ${until}`] : []),
  ].join(', ');
}
