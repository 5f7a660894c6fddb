import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type Appointment, getAppointmentCalendar, VISIT_HOURS } from '#contract/appointments.ts';
import { type Day, utcDay } from '#contract/days.ts';
import { call } from '#web/api/client.ts';
import { panelClass } from '#web/components/class-names.ts';
import { FormError, useFormAction } from '#web/components/form-error.tsx';
import { Icon } from '#web/components/icon.tsx';
import { calendarIcon, uploadIcon } from '#web/components/icons.ts';
import { Modal } from '#web/components/modal.tsx';
import { saveFile } from '#web/components/save-file.ts';
import { Spinner } from '#web/components/spinner.tsx';
import { toast } from '#web/components/toast.ts';
import { formatDayAndTime } from '#web/i18n/days.ts';

type Props = { appointment: Appointment; onClose: () => void };

const optionClass = [
  'flex min-h-13 w-full items-center gap-3 rounded-small border-[1.5px] border-line px-4 py-2 text-start font-semibold text-ink',
  'transition-[border-color,color] hover:border-red-ink hover:text-red-ink aria-disabled:cursor-progress aria-disabled:opacity-70',
  '[&>svg]:shrink-0 [&>svg]:text-red-ink',
].join(' ');

/** Offers the appointment as an .ics file or as a prefilled entry in a web calendar. */
export default function CalendarDialog({ appointment, onClose }: Props) {
  const { _id, center } = appointment;
  return (
    <Modal open label={t`Add to calendar`} className={panelClass} onClose={onClose}>
      <h2>
        <Trans>Add to calendar</Trans>
      </h2>
      <p className="mt-2 text-ink-soft wrap-anywhere">{`${formatDayAndTime(appointment)} · ${center}`}</p>
      <ul className="mt-6 grid gap-2">
        <li>
          <CalendarFile id={_id} onSaved={onClose} />
        </li>
        {linksForAppointment(appointment).map(({ name, href }) => (
          <li key={name}>
            <a
              href={href}
              target="_blank"
              rel="noopener noreferrer"
              className={optionClass}
              onClick={onClose}
            >
              <Icon path={calendarIcon} />
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

function CalendarFile({ id, onSaved }: { id: string; onSaved: () => void }) {
  const { failure, isBusy, attempt } = useFormAction();

  async function save() {
    await saveCalendar(id);
    onSaved();
    toast.success(t`The calendar file is in your downloads`);
  }

  return (
    <>
      <button
        type="button"
        className={optionClass}
        data-first-focus
        aria-busy={isBusy || undefined}
        aria-disabled={isBusy || undefined}
        onClick={() => !isBusy && void attempt(save)}
      >
        {isBusy ? <Spinner size="small" /> : <Icon path={uploadIcon} className="bb-upside-down" />}
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

function linksForAppointment({ date, startsAt, center, centerName = center, centerAddress }: Appointment) {
  return calendarLinks({
    day: date,
    startsAt,
    title: t`Blood donation appointment`,
    details: t`A donation takes 6-10 minutes.`,
    place: centerAddress ? `${centerName}, ${centerAddress}` : centerName,
  });
}

/** Downloads the appointment's calendar file. @throws ApiError or NetworkError */
async function saveCalendar(id: string): Promise<void> {
  const calendar = await call(getAppointmentCalendar, {
    params: { id },
    headers: { Accept: 'text/calendar' },
  });
  await saveFile('blood-donation.ics', calendar, 'text/calendar');
}

type CalendarEntry = {
  day: Day;
  /** The arrival, in ISO 8601. If absent, the event lasts the whole day. */
  startsAt?: string | undefined;
  title: string;
  details: string;
  place: string;
};

/** Returns URLs that open a web calendar with the entry filled in, at the times of the calendar file. */
export const calendarLinks = (entry: CalendarEntry) => [
  { name: 'Google Calendar', href: googleUrl(entry) },
  { name: 'Outlook.com', href: outlookUrl('https://outlook.live.com', entry) },
  { name: 'Office 365', href: outlookUrl('https://outlook.office.com', entry) },
  { name: 'Yahoo', href: yahooUrl(entry) },
];

/**
 * Returns start and end: instants in UTC, or days without a time, so that the day is the same in every time
 * zone. Calendars exclude the end, so a whole day ends on the next day.
 */
const timesOf = ({ day, startsAt }: CalendarEntry): [string, string] => {
  if (!startsAt) return [day, utcDay(Date.parse(day) + 24 * HOUR_MS)];
  const start = Date.parse(startsAt);
  return [formatInstant(start), formatInstant(start + VISIT_HOURS * HOUR_MS)];
};

const HOUR_MS = 3_600_000;

/** Formats as `2026-12-01T03:30:00Z`. */
const formatInstant = (at: number): string => `${new Date(at).toISOString().slice(0, 19)}Z`;

function googleUrl(entry: CalendarEntry): string {
  const [start, end] = timesOf(entry).map(toCompact);
  return buildUrl('https://calendar.google.com/calendar/render', {
    action: 'TEMPLATE',
    text: entry.title,
    dates: `${start}/${end}`,
    details: entry.details,
    location: entry.place,
  });
}

function outlookUrl(origin: string, entry: CalendarEntry): string {
  const [startdt, enddt] = timesOf(entry);
  return buildUrl(`${origin}/calendar/0/action/compose`, {
    path: '/calendar/action/compose',
    rru: 'addevent',
    ...(!entry.startsAt && { allday: 'true' }),
    startdt,
    enddt,
    subject: entry.title,
    body: entry.details,
    location: entry.place,
  });
}

function yahooUrl(entry: CalendarEntry): string {
  const [st, et] = timesOf(entry).map(toCompact) as [string, string];
  return buildUrl('https://calendar.yahoo.com/', {
    v: '60',
    ...(entry.startsAt ? { st, et } : { dur: 'allday', st }),
    title: entry.title,
    desc: entry.details,
    in_loc: entry.place,
  });
}

/** Encodes spaces as %20, because Outlook does not decode a plus sign as a space. */
const buildUrl = (page: string, query: Record<string, string>): string =>
  `${page}?${new URLSearchParams(query).toString().replaceAll('+', '%20')}`;

const toCompact = (time: string): string => time.replaceAll(/[:-]/g, '');
