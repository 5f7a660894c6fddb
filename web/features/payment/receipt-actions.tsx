import { t } from '@lingui/core/macro';
import { Suspense, useState } from 'react';
import type { Appointment } from '#contract/appointments.ts';
import { Button } from '#web/components/button.tsx';
import { lazyDialog } from '#web/components/lazy-dialog.tsx';
import { PrintButton } from '#web/components/print.tsx';
import { AppointmentsLink } from './pay-panel.tsx';

const CalendarDialog = lazyDialog(() => import('#web/features/appointments/add-to-calendar.tsx'));

type Props = {
  appointment: Appointment;
  /** Whether the donation is in the future, so that it belongs in a calendar. */
  isUpcoming: boolean;
};

export function ReceiptActions({ appointment, isUpcoming }: Props) {
  const [isCalendarOpen, setCalendarOpen] = useState(false);
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-3 print:hidden">
      <PrintButton className="grow" />
      {isUpcoming && (
        <Button
          variant="outlined"
          className="grow"
          aria-haspopup="dialog"
          onClick={() => setCalendarOpen(true)}
        >
          {t`Add to calendar`}
        </Button>
      )}
      <p className="grid basis-full">
        <AppointmentsLink />
      </p>
      <Suspense>
        {isCalendarOpen && (
          <CalendarDialog appointment={appointment} onClose={() => setCalendarOpen(false)} />
        )}
      </Suspense>
    </div>
  );
}
