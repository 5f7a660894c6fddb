import * as z from 'zod/mini';
import { type Day, parseDay } from './days.ts';
import { endpoint } from './endpoint.ts';
import { invisibleMessage, nameHasInvisible } from './invisible.ts';
import { maxLengthCheck, minLengthCheck } from './lengths.ts';
import { normalizePhone, PHONE_PATTERN, STORED_PHONE_PATTERN } from './phone.ts';
import { nameChoices } from './public-name.ts';
import { isSingleLine, isVisible, MAX_EMAIL_LENGTH, multipleLinesMessage } from './single-line.ts';
import { appointmentStatuses, bloodGroups, cancellationReasons } from './values.ts';
import { Visit } from './visit.ts';

const required = 'This Field Is Required';
const invalidPhone = 'Please Input A Valid Phone Number';
const invalidDate = 'Date input not valid';
/** Longer than any valid date text. */
const MAX_DATE_LENGTH = 40;

/** Text whose absence fails with `required`. A value of another type fails with Zod's default message. */
const requiredText = z.string({ error: ({ input }) => (input === undefined ? required : undefined) });

const text = (maxLength: number) =>
  requiredText.check(
    z.trim(),
    minLengthCheck(1, required),
    maxLengthCheck(maxLength, `At most ${maxLength} characters`),
    z.refine(isVisible, { error: required, abort: true }),
    z.refine(isSingleLine, { error: multipleLinesMessage, abort: true }),
    z.refine((text) => !nameHasInvisible(text), invisibleMessage),
  );

/** Parses `November 21, 2026` or `2026-11-21` to a day. */
export const DayFromText = z.pipe(
  z.string(invalidDate).check(z.trim(), maxLengthCheck(MAX_DATE_LENGTH, invalidDate)),
  z.transform((text, context): Day => {
    const day = parseDay(text);
    if (day) return day;
    context.issues.push({ code: 'custom', message: invalidDate, input: text });
    return z.NEVER;
  }),
);

const phone = (pattern: RegExp) =>
  requiredText.check(z.trim(), minLengthCheck(1, required), z.regex(pattern, invalidPhone));

/** The fields of the appointment form, with the error messages of the specification. */
export const AppointmentFields = z.object({
  name: text(100).check(minLengthCheck(4, 'Minimum Four Character')),
  /**
   * Without a country of the site, 11 digits. With one, any usual form of a number: the server converts it
   * before it validates the fields.
   */
  phone: phone(STORED_PHONE_PATTERN),
  center: text(200),
  bloodGroup: z.enum(bloodGroups),
  // The specification requires this message (section 5).
  opinion: z.optional(z.string().check(z.trim(), maxLengthCheck(200, invalidPhone))),
  /** Consent to publish the opinion, and the name to show with it. If absent, the opinion stays private. */
  publishAs: z.optional(z.enum(nameChoices)),
  date: DayFromText,
  /**
   * The arrival time, such as `09:30`, at a center with intervals. If absent, the first free one is booked.
   */
  time: z.optional(z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter the time as HH:MM'))),
});
export type AppointmentFields = z.infer<typeof AppointmentFields>;

/** The phone number as people type or paste it in a form of a site without a country. */
export const TypedPhone = z.pipe(
  z.transform<string, string>((typed) => (typeof typed === 'string' ? normalizePhone(typed) : typed)),
  phone(PHONE_PATTERN),
);

/** The same at a site with a country. The server knows the rules of its numbers. */
export const AnyPhone = requiredText.check(
  z.trim(),
  minLengthCheck(1, required),
  maxLengthCheck(40, invalidPhone),
);

/** The data on a receipt. Instants are ISO text in UTC. */
export const Payment = z.object({
  /** In the smallest unit of the currency, as the card provider takes it. */
  amount: z.int(),
  /** Three lowercase letters: `usd`. */
  currency: z.string(),
  paidAt: z.iso.datetime(),
  /** Present once the provider has refunded the payment. */
  refundedAt: z.optional(z.iso.datetime()),
  /** The refunded part, in the same unit as `amount`. Absent if all was refunded. */
  refundedAmount: z.optional(z.int()),
});
export type Payment = z.infer<typeof Payment>;

/** An appointment as responses contain it. */
export const AppointmentJson = z.object({
  _id: z.string(),
  name: z.string(),
  email: z.string(),
  bloodGroup: z.enum(bloodGroups),
  center: z.string(),
  /** The id of the center that `center` names (centers.ts). */
  centerId: z.optional(z.string()),
  /** The center's current name, if it differs from `center`. */
  centerName: z.optional(z.string()),
  /** The center's address and notes for donors, until the day is over. */
  centerAddress: z.optional(z.string()),
  centerNotes: z.optional(z.string()),
  /** What the center says about a visit, until the day is over. */
  visit: z.optional(Visit),
  /** The arrival time, if the center has intervals. */
  time: z.optional(z.string()),
  /** The instant of the arrival time at the center, until the day is over. */
  startsAt: z.optional(z.iso.datetime()),
  /** The center closed this day or time, so the appointment can move, even if it is paid. */
  isClosed: z.optional(z.literal(true)),
  /** Long English text: `November 21, 2026`. */
  date: z.string(),
  phone: z.string(),
  /** Present if the site had a country when the number was entered. `phone` has its national digits. */
  phoneE164: z.optional(z.string()),
  opinion: z.optional(z.string()),
  /**
   * What the appointment costs, in the smallest unit of the currency, or null if nothing. Absent for the
   * specification's service charge (values.ts).
   */
  fee: z.optional(z.nullable(z.object({ amount: z.int(), currency: z.string() }))),
  /** The id of the PaymentIntent. Present only once the appointment is paid. */
  transactionId: z.optional(z.string()),
  /** Present together with `transactionId`, except for payments made before receipts existed. */
  payment: z.optional(Payment),
  /** True once the provider has refunded the payment. */
  refunded: z.optional(z.boolean()),
  /** Absent while the status is `booked`. */
  status: z.optional(z.enum(appointmentStatuses)),
  /** Present with the status `cancelled`. */
  cancellationReason: z.optional(z.enum(cancellationReasons)),
  /** Present with the status `deferred`: the ISO day from which the donor may donate again. */
  deferredUntil: z.optional(z.string()),
  /** When the site cancels the appointment (ISO 8601). Present while the address is not confirmed. */
  confirmBy: z.optional(z.iso.datetime()),
  /**
   * Token of the link that books the appointment again (slot-offers.ts). Present if the appointment was
   * canceled for `address-unconfirmed` and is not over.
   */
  bookAgainToken: z.optional(z.string()),
  /**
   * The token in the donation pass's QR code (donation-pass.ts). Present if the appointment is at a center,
   * is not canceled, and its day is not over.
   */
  pass: z.optional(z.string()),
});
export type AppointmentJson = z.infer<typeof AppointmentJson>;

/** How long calendars show a visit, from the arrival: registration, donation and rest. */
export const VISIT_HOURS = 1;

/** An appointment after its date was parsed. */
export type Appointment = Omit<AppointmentJson, 'date'> & { date: Day };

const email = z.string().check(z.trim(), minLengthCheck(1), maxLengthCheck(MAX_EMAIL_LENGTH));

export const requestAppointment = endpoint({
  method: 'POST',
  path: '/appointments',
  access: 'member',
  summary:
    'Requests an appointment. Each member can have one per day. An Idempotency-Key header is honored for a day.',
  query: z.object({ email, date: DayFromText }),
  body: z.extend(AppointmentFields, { email }),
  response: z.union([
    z.object({ success: z.literal(true), insertedId: z.string() }),
    /**
     * With `nextFree` (ISO days), the center is full or closed. With `limit`, the member has the maximum
     * number of slots (booking-limits.ts). With neither, the member has an appointment that day.
     */
    z.object({
      success: z.literal(false),
      message: z.string(),
      nextFree: z.optional(z.array(z.string())),
      limit: z.optional(z.int()),
    }),
  ]),
  errorStatuses: [409, 422],
});

export const listAppointments = endpoint({
  method: 'GET',
  path: '/appointments',
  access: 'member',
  summary: "Lists the caller's appointments.",
  query: z.object({ email }),
  response: z.array(AppointmentJson),
  errorStatuses: [422],
});

export const getAppointment = endpoint({
  method: 'GET',
  path: '/appointments/:id',
  access: 'member',
  summary: "Returns one of the caller's appointments.",
  response: AppointmentJson,
  errorStatuses: [404],
});

export const moveAppointment = endpoint({
  method: 'PATCH',
  path: '/appointments/:id',
  access: 'member',
  summary:
    'Moves an appointment that is unpaid or whose day the center closed to another day, or to another time at a center with intervals.',
  body: z.object({ date: DayFromText, time: AppointmentFields.shape.time }),
  response: z.object({
    success: z.boolean(),
    message: z.optional(z.string()),
    nextFree: z.optional(z.array(z.string())),
    limit: z.optional(z.int()),
  }),
  errorStatuses: [404, 409, 422],
});

export const cancelAppointment = endpoint({
  method: 'DELETE',
  path: '/appointments/:id',
  access: 'member',
  summary: 'Cancels an unpaid appointment.',
  response: z.object({ acknowledged: z.boolean(), deletedCount: z.int() }),
  errorStatuses: [409],
});

export const getAppointmentCalendar = endpoint({
  method: 'GET',
  path: '/appointments/:id/calendar.ics',
  access: 'member',
  summary: 'Downloads the appointment as an iCalendar file.',
  response: z.string(),
  errorStatuses: [404],
});
