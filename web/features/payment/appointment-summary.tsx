import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { Appointment } from '#contract/appointments.ts';
import { DayLeaf } from '#web/components/day-leaf.tsx';
import { Fact } from '#web/components/fact.tsx';
import { formatDayAndTime } from '#web/i18n/days.ts';

export function AppointmentSummary({ appointment }: { appointment: Appointment }) {
  const { name, bloodGroup, center, date, phone } = appointment;
  return (
    <div className="bb-card grid gap-5 p-6 max-wide:[[data-loading]+&]:hidden">
      <h2 className="text-heading">
        <Trans>Your appointment</Trans>
      </h2>
      <div className="flex gap-5">
        <DayLeaf day={date} size="small" />
        <dl className="grid min-w-0 content-center gap-2">
          <Fact term={t`Donation Date`}>{formatDayAndTime(appointment)}</Fact>
          <Fact term={t`Donation Center`}>{center}</Fact>
        </dl>
      </div>
      <dl className="flex flex-wrap gap-x-6 gap-y-2">
        <Fact term={t`Name`}>{name}</Fact>
        <Fact term={t`Phone`}>{phone}</Fact>
        <Fact term={t`Blood Group`}>{bloodGroup}</Fact>
      </dl>
    </div>
  );
}
