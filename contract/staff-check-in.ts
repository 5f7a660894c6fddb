import * as z from 'zod/mini';
import { IsoDay } from './centers.ts';
import { isEmailAddress } from './email-address.ts';
import { staffEndpoint } from './endpoint.ts';
import { invisibleMessage, nameHasInvisible } from './invisible.ts';
import { maxLengthCheck, minLengthCheck } from './lengths.ts';
import { STORED_PHONE_PATTERN } from './phone.ts';
import { isSingleLine, isVisible, MAX_EMAIL_LENGTH, multipleLinesMessage } from './single-line.ts';
import { staffRoles } from './staff-access.ts';
import { appointmentStatuses, bloodGroups } from './values.ts';

const doorRoles = ['owner', 'coordinator', 'door'] as const;

/** A change of an appointment's status, with details for resolving a conflict. */
const StatusChange = z.object({
  operationId: z.string(),
  status: z.enum(appointmentStatuses),
  /** ISO day. */
  deferredUntil: z.optional(z.string()),
  /** When the staff member made the change (ISO 8601). */
  at: z.string(),
  /** The browser, such as `Firefox on Android`. */
  device: z.optional(z.string()),
  role: z.optional(z.enum(staffRoles)),
  /** Present if the pass was scanned. */
  isScan: z.optional(z.literal(true)),
});
export type StatusChange = z.infer<typeof StatusChange>;

/**
 * All changes of an appointment, the latest last, if two devices recorded different outcomes or scanned one
 * pass. The latest change counts until a coordinator confirms one.
 */
const Conflict = z.array(StatusChange);

/** An appointment as the staff at the door see it. */
export const CenterAppointment = z.object({
  _id: z.string(),
  name: z.string(),
  bloodGroup: z.string(),
  /**
   * The arrival time, such as `09:30`, if the center has intervals. For a walk-in, the time when the donor
   * came.
   */
  time: z.optional(z.string()),
  /** Last four digits. */
  phoneEnd: z.string(),
  status: z.enum(appointmentStatuses),
  /** ISO day from which the donor may donate again. */
  deferredUntil: z.optional(z.string()),
  isWalkIn: z.optional(z.literal(true)),
  /** A walk-in beyond the slots of the day. */
  isOverCapacity: z.optional(z.literal(true)),
  conflict: z.optional(Conflict),
});
export type CenterAppointment = z.infer<typeof CenterAppointment>;

export const listCenterAppointments = staffEndpoint(
  { roles: doorRoles, center: 'path', secondFactor: true },
  {
    method: 'GET',
    path: '/staff/centers/:id/appointments',
    summary:
      "Lists the appointments of a day at a center, by time; the default is today in the center's time zone. Door staff see only today. Each request is an entry in the log; with the ETag of an earlier response in If-None-Match, 304 if nothing has changed.",
    query: z.object({ date: z.optional(IsoDay) }),
    response: z.array(CenterAppointment),
    errorStatuses: [422],
  },
);

export const downloadDayCsv = staffEndpoint(
  { roles: ['owner', 'coordinator'], center: 'path', secondFactor: true },
  {
    method: 'GET',
    path: '/staff/centers/:id/appointments.csv',
    summary: 'Returns the same list as CSV, in the language of Accept-Language.',
    query: z.object({ date: z.optional(IsoDay) }),
    response: z.string(),
    errorStatuses: [422],
  },
);

export const countConflicts = staffEndpoint(
  { roles: ['owner', 'coordinator'], center: 'path', secondFactor: true },
  {
    method: 'GET',
    path: '/staff/centers/:id/conflicts',
    summary: 'Counts the appointments of a day that a coordinator must check, without personal data.',
    query: z.object({ date: IsoDay }),
    response: z.object({ count: z.int() }),
    errorStatuses: [422],
  },
);

/** When the change was made on the device, which may have been offline. */
const Time = z
  .string()
  .check(
    maxLengthCheck(40),
    z.iso.datetime({ offset: true, error: 'Use an ISO 8601 time with its offset from UTC' }),
  );

/** An id that the device generates. Repeating a request with the same id changes nothing. */
const OperationId = z.string().check(maxLengthCheck(64), z.regex(/^[\w-]+$/, 'Use letters, digits, - and _'));

const MAX_DEFERRAL_YEARS = 10;

/** The last day until which a donor can be deferred. `from`: the day of the appointment. */
export const lastDeferralDay = (from: string): string =>
  `${Number(from.slice(0, 4)) + MAX_DEFERRAL_YEARS}${from.slice(4)}`;

/** For a scan: the previous status, because the device's list may be outdated. */
const StatusBefore = z.optional(z.enum(appointmentStatuses));

export const setAppointmentStatus = staffEndpoint(
  { roles: doorRoles, center: 'appointment', secondFactor: true },
  {
    method: 'PUT',
    path: '/staff/appointments/:id/status',
    summary:
      'Records what happened to an appointment. To undo a change, send another one: the latest counts. Different outcomes on two devices are a conflict until a coordinator confirms one, by a change made online. Door staff: only on the day.',
    body: z
      .object({
        status: z.enum(appointmentStatuses),
        /**
         * Only with the status `deferred`: the day from which the donor may donate again, at most 10 years
         * after the appointment. The reason is not recorded.
         */
        deferredUntil: z.optional(IsoDay),
        at: Time,
        operationId: OperationId,
        /**
         * Present if the pass was scanned. Scans of one pass on two devices are a conflict, because one may
         * be a copy.
         */
        isScan: z.optional(z.literal(true)),
      })
      .check(
        z.refine(({ status, deferredUntil }) => (status === 'deferred') === (deferredUntil !== undefined), {
          path: ['deferredUntil'],
          error: 'Enter the day from which the donor may donate again, only with the status deferred',
        }),
      ),
    response: z.union([
      z.object({
        acknowledged: z.literal(true),
        /** 0 if the operation was received before, or if a later change is the current one. */
        modifiedCount: z.int(),
        status: z.enum(appointmentStatuses),
        statusBefore: StatusBefore,
      }),
      z.object({ conflict: Conflict, statusBefore: StatusBefore }),
    ]),
    errorStatuses: [422],
  },
);

const required = 'Fill in this field';

/** The details that the donor gives. */
export const WalkInDetails = z.object({
  name: z.string(required).check(
    z.trim(),
    minLengthCheck(1, required),
    maxLengthCheck(100, 'Use at most 100 characters'),
    z.refine(isVisible, { error: required, abort: true }),
    z.refine(isSingleLine, { error: multipleLinesMessage, abort: true }),
    z.refine((text) => !nameHasInvisible(text), invisibleMessage),
  ),
  bloodGroup: z.enum(bloodGroups),
  phone: z.optional(
    z.string().check(
      z.trim(),
      maxLengthCheck(20),
      z.refine((text) => text === '' || STORED_PHONE_PATTERN.test(text), 'Enter a valid phone number'),
    ),
  ),
  email: z.optional(
    z.string().check(
      z.trim(),
      maxLengthCheck(MAX_EMAIL_LENGTH),
      z.refine((text) => text === '' || isEmailAddress(text), 'Enter an email address'),
    ),
  ),
});
export type WalkInDetails = z.infer<typeof WalkInDetails>;

const WalkInVisit = z.object({
  centerId: z.string().check(minLengthCheck(1, 'Choose a center'), maxLengthCheck(64)),
  operationId: OperationId,
  /** Books beyond the slots of the day. Only coordinators and owners. */
  force: z.optional(z.boolean()),
  /**
   * When the donor came, if the walk-in could not be sent immediately. A walk-in that is sealed or over 30 s
   * old is added even on a full day, marked as over capacity.
   */
  at: z.optional(Time),
});

const WalkInResult = z.union([
  z.object({ insertedId: z.string(), isOverCapacity: z.optional(z.literal(true)) }),
  z.object({ success: z.literal(false), message: z.string() }),
]);

export const addWalkIn = staffEndpoint(
  { roles: doorRoles, center: 'body', secondFactor: true },
  {
    method: 'POST',
    path: '/staff/walk-ins',
    summary:
      'Books a slot today for a donor who came without an appointment, and emails a link with which an account can claim it.',
    body: z.extend(WalkInDetails, WalkInVisit.shape),
    response: WalkInResult,
    errorStatuses: [422],
  },
);

/** Returns the text that binds a sealed walk-in to its center and operation. */
export const sealingContext = (visit: { centerId: string; operationId: string }): string =>
  `${visit.centerId} ${visit.operationId}`;

export const addSealedWalkIn = staffEndpoint(
  { roles: doorRoles, center: 'body', secondFactor: true },
  {
    method: 'POST',
    path: '/staff/sealed-walk-ins',
    summary:
      'Books a slot for a walk-in that a device has sealed to the public key of GET /staff/device-keys (JSON of name, bloodGroup, phone and email), so that it can send but not read it. 422 `unreadable-walk-in` if it was changed, or its key is older than the last month.',
    body: z.extend(WalkInVisit, {
      /** `WalkInDetails` as JSON, sealed (sealed-box.ts) and bound to `sealingContext`. */
      sealed: z.string().check(maxLengthCheck(4000)),
      /** The id of the public key. */
      keyId: z.int(),
    }),
    response: WalkInResult,
    errorStatuses: [422],
  },
);

/** A public key (P-256) as a JSON Web Key. `keyId`: its month, as months since January 1970. */
export const PublicKey = z.object({
  keyId: z.int(),
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: z.string(),
  y: z.string(),
});
export type PublicKey = z.infer<typeof PublicKey>;

export const listPassKeys = staffEndpoint(
  { roles: doorRoles, secondFactor: false },
  {
    method: 'GET',
    path: '/staff/pass-keys',
    summary: 'Lists the public keys to check donation passes offline. Each month has its own.',
    response: z.array(PublicKey),
  },
);

export const DeviceKeys = z.object({
  /**
   * The server's half of the key with which a device encrypts its stored lists. The device keeps this half
   * only in memory.
   */
  shiftKey: z.string(),
  /** The public key with which a device seals walk-ins. */
  sealingKey: PublicKey,
});
export type DeviceKeys = z.infer<typeof DeviceKeys>;

export const getDeviceKeys = staffEndpoint(
  { roles: doorRoles, secondFactor: true },
  {
    method: 'GET',
    path: '/staff/device-keys',
    summary:
      "Returns the server's half of the key of the lists on this device, which is deleted when the shift ends, and the public key of the month, to which walk-ins are sealed.",
    response: DeviceKeys,
  },
);
