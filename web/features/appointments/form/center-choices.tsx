import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useId } from 'react';
import { useFormState, useWatch } from 'react-hook-form';
import { Link, useLocation } from 'react-router';
import * as z from 'zod/mini';
import { centerKey } from '#contract/center-key.ts';
import type { CenterDay } from '#contract/centers.ts';
import type { Day } from '#contract/days.ts';
import type { DonorDetails } from '#contract/waiting-list.ts';
import { skipToken, useQuery } from '#web/api/queries.ts';
import { siteNow } from '#web/api/site-clock.ts';
import { useSession } from '#web/auth/auth-provider.tsx';
import { returnState } from '#web/auth/return-location.ts';
import { LinkButton } from '#web/components/button.tsx';
import { EarlyNotice } from '#web/features/eligibility/early-notice.tsx';
import { formatDay } from '#web/i18n/days.ts';
import { parseTypedDay } from '#web/i18n/typed-days.ts';
import { appointmentsQuery } from '#web/queries/appointment-queries.ts';
import { centerDaysQuery, centersQuery } from '#web/queries/center-queries.ts';
import { phoneField } from '#web/queries/phone-field.ts';
import { JoinWaitingList } from '../../slot-offers/join-waiting-list.tsx';
import { ArrivalTime } from '../calendar/arrival-time.tsx';
import { describeDay, findNextFree } from '../calendar/clinic-day.ts';
import { NextFreeDays } from '../calendar/next-free-days.tsx';
import { type AppointmentFormControls, appointmentSchema, createEmptyRequest } from './appointment-schema.ts';

/** Center data that the form's center and date inputs need. */
export type CenterInfo = {
  /** The id of the `datalist` with the names, or undefined on a site without centers. */
  listId?: string;
  /** The days of the center whose name was entered. */
  days?: CenterDay[];
};

type Props = {
  form: AppointmentFormControls;
  /** The typed center and date. */
  text: string;
  dateText: string;
  /** Days that the server suggested instead of the requested day. */
  suggested: { day: Day; nextFree: readonly Day[] } | undefined;
  onChange: (centerInfo: CenterInfo) => void;
  /** Called before a link leads away. */
  onLeave: () => void;
};

/**
 * Suggests the names of centers. For a center with clinics, says whether the day is free, and asks for an
 * arrival time on days with intervals. Always warns a member whose day is probably too early, even if the
 * list of centers cannot be loaded.
 */
export default function CenterChoices({ form, text, dateText, suggested, onChange, onLeave }: Props) {
  const listId = useId();
  const { state, user } = useSession();
  const location = useLocation();
  const { dirtyFields } = useFormState({ control: form.control });
  // The form itself loads the appointments.
  const { data: appointments } = useQuery({ ...appointmentsQuery(user), enabled: false });
  const { data: centers = [] } = useQuery(centersQuery);
  const center = centers.find(({ name }) => centerKey(name) === centerKey(text));
  const { data: days } = useQuery({
    ...centerDaysQuery(center?._id ?? ''),
    ...(!center && { queryFn: skipToken }),
  });
  const hasCenters = centers.length > 0;
  useEffect(() => {
    onChange({ ...(hasCenters && { listId }), ...(days && days.length > 0 && { days }) });
  }, [onChange, hasCenters, listId, days]);

  const day = parseTypedDay(dateText);
  const open = days?.find(({ date }) => date === day);
  const isFull = open?.open === true && open.free === 0;
  const choose = (next: Day) => {
    form.setValue('date', formatDay(next), { shouldDirty: true, shouldValidate: true });
    form.setFocus('date');
  };
  // If the server rejected the day, the date field says that there is no free slot.
  const isRejected = suggested !== undefined && suggested.day === day;
  const ofServer = isRejected ? suggested.nextFree : [];
  const nextFree = ofServer.length > 0 ? ofServer : findNextFree(days, open);
  return (
    <>
      {hasCenters && (
        <datalist id={listId}>
          {centers.map(({ _id, name }) => (
            <option key={_id} value={name} />
          ))}
        </datalist>
      )}
      <div className="mt-3 grid gap-3 empty:hidden">
        {day && appointments && <EarlyNotice day={day} list={appointments} role="status" />}
        {center && open && !(isRejected && open.free === 0) && (
          <p role="status">{describeDay(center.name, open)}</p>
        )}
        {center && (
          <Link to={`/centers/${center._id}`} className="bb-text-link justify-self-start">
            {t`About ${center.name}`}
          </Link>
        )}
        {nextFree.length > 0 && <NextFreeDays days={nextFree} onChoose={choose} />}
        {center && isFull && state === 'signed-in' && (
          <JoinWaitingList
            key={`${center._id} ${open.date}`}
            centerId={center._id}
            date={open.date}
            getDetails={() => readDetails(form, { isGroupChosen: dirtyFields.bloodGroup === true })}
          />
        )}
        {center && isFull && state === 'signed-out' && (
          <LinkButton
            to="/login"
            state={returnState(location)}
            variant="outlined"
            className="justify-self-start"
            onClick={onLeave}
          >
            <Trans>Sign in to join the waiting list</Trans>
          </LinkButton>
        )}
        {open?.intervals && open.free > 0 && (
          <TimeField key={open.date} form={form} intervals={open.intervals} />
        )}
      </div>
    </>
  );
}

/**
 * Returns the entered details that are valid, so that one tap can book a freed slot. Omits a blood group that
 * was not chosen, so that the donor is asked for it.
 */
function readDetails(
  form: AppointmentFormControls,
  { isGroupChosen }: { isGroupChosen: boolean },
): DonorDetails {
  const { name, phone, bloodGroup } = appointmentSchema(siteNow, phoneField()).shape;
  const values = form.getValues();
  const hasGroup = isGroupChosen || values.bloodGroup !== createEmptyRequest().bloodGroup;
  return {
    name: z.safeParse(name, values.name).data,
    phone: z.safeParse(phone, values.phone).data,
    ...(hasGroup && { bloodGroup: z.safeParse(bloodGroup, values.bloodGroup).data }),
  };
}

type TimeProps = {
  form: AppointmentFormControls;
  intervals: NonNullable<CenterDay['intervals']>;
};

function TimeField({ form, intervals }: TimeProps) {
  const chosen = useWatch({ control: form.control, name: 'time' });
  const isOffered = intervals.some(({ time, free }) => time === chosen && free > 0);
  useEffect(() => {
    if (chosen && !isOffered) form.setValue('time', undefined);
  }, [form, chosen, isOffered]);
  const control = form.register('time', { setValueAs: (value) => value || undefined });
  return <ArrivalTime {...control} intervals={intervals} hasFirstFree />;
}
