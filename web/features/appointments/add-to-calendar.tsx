import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type Appointment, getAppointmentCalendar } from '#contract/appointments.ts';
import { type Day, parseDay } from '#contract/days.ts';
import { call } from '#web/api/client.ts';
import { panel } from '#web/components/class-names.ts';
import { FormError, useFormAction } from '#web/components/form-error.tsx';
import { Icon } from '#web/components/icon.tsx';
import { Modal } from '#web/components/modal.tsx';
import { saveFile } from '#web/components/save-file.ts';
import { Spinner } from '#web/components/spinner.tsx';
import { toast } from '#web/components/toast.ts';
import { formatWireDay } from '#web/i18n/days.ts';

type Props = { appointment: Appointment; close: () => void };

const choice = [
  'flex min-h-13 w-full items-center gap-3 rounded-small border-[1.5px] border-line px-4 py-2 text-left font-semibold text-ink',
  'transition-[border-color,color] hover:border-red-ink hover:text-red-ink aria-disabled:cursor-progress aria-disabled:opacity-70',
  '[&>svg]:shrink-0 [&>svg]:text-red-ink',
].join(' ');

/** The appointment for the calendar of one's choice: as a file, or filled in on a calendar's own page. */
export default function CalendarDialog({ appointment, close }: Props) {
  const { _id, center, date } = appointment;
  return (
    <Modal open label={t`Add to calendar`} className={panel} onClose={close}>
      <h2>
        <Trans>Add to calendar</Trans>
      </h2>
      <p className="mt-2 text-ink-soft wrap-anywhere">{`${formatWireDay(date)} · ${center}`}</p>
      <ul className="mt-6 grid gap-2">
        <li>
          <CalendarFile id={_id} done={close} />
        </li>
        {linksOf(appointment).map(({ name, href }) => (
          <li key={name}>
            <a href={href} target="_blank" rel="noopener noreferrer" className={choice} onClick={close}>
              <Icon name="calendar" />
              {name}
              <span className="sr-only">
                {' '}
                <Trans>(opens in a new tab)</Trans>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </Modal>
  );
}

function CalendarFile({ id, done }: { id: string; done: () => void }) {
  const { failure, busy, attempt } = useFormAction();

  async function save() {
    await saveCalendar(id);
    done();
    toast.success(t`The calendar file is in your downloads`);
  }

  return (
    <>
      <button
        type="button"
        className={choice}
        data-first-focus
        aria-busy={busy || undefined}
        aria-disabled={busy || undefined}
        onClick={() => !busy && void attempt(save)}
      >
        {busy ? <Spinner size="small" /> : <Icon name="upload" className="bb-upside-down" />}
        <span>
          <Trans>Calendar file (.ics)</Trans>
          <span className="bb-hint block font-normal">
            <Trans>For Apple Calendar, Thunderbird and others</Trans>
          </span>
        </span>
      </button>
      <FormError text={failure} />
    </>
  );
}

function linksOf({ date, bloodGroup, center }: Appointment) {
  const day = parseDay(date);
  if (!day) return [];
  return calendarLinks({
    day,
    title: t`Blood donation appointment`,
    details: t`Blood group ${bloodGroup}. A donation takes 6-10 minutes.`,
    place: center,
  });
}

/** The appointment's calendar file among the downloads. Throws ApiError or NetworkError. */
async function saveCalendar(id: string): Promise<void> {
  const calendar = await call(getAppointmentCalendar, {
    params: { id },
    headers: { Accept: 'text/calendar' },
  });
  saveFile('blood-donation.ics', calendar, 'text/calendar');
}

/** A whole day at a place, in words. */
type CalendarEntry = { day: Day; title: string; details: string; place: string };

/**
 * Addresses that open a web calendar with the entry filled in. A day goes there as a date alone, so that it is the same
 * one in every time zone; where a calendar asks for an end, that is the day after.
 */
export const calendarLinks = (entry: CalendarEntry) => [
  { name: 'Google Calendar', href: google(entry) },
  { name: 'Outlook.com', href: outlook('https://outlook.live.com', entry) },
  { name: 'Office 365', href: outlook('https://outlook.office.com', entry) },
  { name: 'Yahoo', href: yahoo(entry) },
];

const google = ({ day, title, details, place }: CalendarEntry): string =>
  address('https://calendar.google.com/calendar/render', {
    action: 'TEMPLATE',
    text: title,
    dates: `${compact(day)}/${compact(dayAfter(day))}`,
    details,
    location: place,
  });

const outlook = (origin: string, { day, title, details, place }: CalendarEntry): string =>
  address(`${origin}/calendar/0/action/compose`, {
    path: '/calendar/action/compose',
    rru: 'addevent',
    allday: 'true',
    startdt: day,
    enddt: dayAfter(day),
    subject: title,
    body: details,
    location: place,
  });

const yahoo = ({ day, title, details, place }: CalendarEntry): string =>
  address('https://calendar.yahoo.com/', {
    v: '60',
    dur: 'allday',
    st: compact(day),
    title,
    desc: details,
    in_loc: place,
  });

/** Outlook shows a plus as a plus: spaces go as %20. */
const address = (page: string, query: Record<string, string>): string =>
  `${page}?${new URLSearchParams(query).toString().replaceAll('+', '%20')}`;

const compact = (day: string): string => day.replaceAll('-', '');

const dayAfter = (day: Day): string => {
  const date = new Date(`${day}T00:00Z`);
  date.setUTCDate(date.getUTCDate() + 1);
  return date.toISOString().slice(0, 10);
};
