import * as z from 'zod/mini';
import { AppointmentFields } from './appointments.ts';
import { bloodComponents } from './blood-compatibility.ts';
import { endpoint } from './endpoint.ts';
import { maxLengthCheck, minLengthCheck } from './lengths.ts';
import { isSingleLine, isVisible, multipleLinesMessage } from './single-line.ts';
import { bloodGroups } from './values.ts';

const feature = 'requests';

/**
 * `waiting`: a coordinator has not decided yet. `filled`: enough donors have agreed. `given`: all bags were
 * given. `closed`: ended by the person who asked. `expired`: the time at which blood was needed is over.
 */
export const requestStates = ['waiting', 'open', 'filled', 'given', 'closed', 'refused', 'expired'] as const;
export type RequestState = (typeof requestStates)[number];

/** A request in these states is shown to everybody. */
export const publicStates: readonly RequestState[] = ['open', 'filled', 'given', 'closed', 'expired'];
/** A request in these states needs blood, or may need it. */
export const activeStates: readonly RequestState[] = ['waiting', 'open', 'filled'];

export const MAX_BAGS = 10;
export const MAX_OPEN_REQUESTS = 2;
export const MAX_LISTED_REQUESTS = 200;
export const MAX_REQUEST_NOTE = 300;
export const MAX_MESSAGE_LENGTH = 500;
export const MAX_MESSAGES = 200;
/** How far ahead blood may be needed, in days. */
export const MAX_DAYS_AHEAD = 30;

const required = 'Fill in this field';

const line = (maxLength: number) =>
  z
    .string({ error: ({ input }) => (input === undefined ? required : undefined) })
    .check(
      z.trim(),
      minLengthCheck(1, required),
      maxLengthCheck(maxLength),
      z.refine(isVisible, { error: required, abort: true }),
      z.refine(isSingleLine, multipleLinesMessage),
    );

const bags = z
  .int('Enter a whole number')
  .check(z.minimum(1, 'Enter at least 1'), z.maximum(MAX_BAGS, `Enter at most ${MAX_BAGS}`));
const note = z.string().check(z.trim(), maxLengthCheck(MAX_REQUEST_NOTE));

/** An instant as ISO 8601 with its offset. Its value is in ms. */
const Instant = z.pipe(
  z.iso.datetime({ offset: true, error: 'Enter the day and time as ISO 8601' }).check(maxLengthCheck(40)),
  z.transform((text) => Date.parse(text)),
);

export const RequestFields = z.object({
  bloodGroup: z.enum(bloodGroups),
  component: z.enum(bloodComponents),
  bags,
  district: line(60),
  /** Where the blood is given. Required unless `centerId` names a center of the site. */
  hospital: z.optional(line(120)),
  centerId: z.optional(line(64)),
  neededBy: Instant,
  /** The initials of the patient, not the name. */
  initials: line(10),
  /** Who asks: `daughter`. */
  relation: line(60),
  phone: AppointmentFields.shape.phone,
  note: z.optional(note),
});
export type RequestFields = z.infer<typeof RequestFields>;

/** What everybody may know about a request. It names no person. */
export const PublicRequest = z.object({
  _id: z.string(),
  bloodGroup: z.enum(bloodGroups),
  component: z.enum(bloodComponents),
  bags: z.int(),
  /** How many donors have agreed and have not given yet. */
  agreed: z.int(),
  given: z.int(),
  district: z.string(),
  hospital: z.string(),
  centerId: z.optional(z.string()),
  neededBy: z.iso.datetime(),
  state: z.enum(requestStates),
  createdAt: z.iso.datetime(),
});
export type PublicRequest = z.infer<typeof PublicRequest>;

/**
 * `asked`: has not answered. `agreed`: comes. `reserve`: comes if one of the others cannot. `declined`: cannot
 * come. `not-needed`: had agreed, but enough blood was given.
 */
export const donorStates = [
  ...['asked', 'agreed', 'reserve', 'arrived'],
  ...['given', 'declined', 'not-needed'],
] as const;
export type DonorState = (typeof donorStates)[number];

/** The other side's number, once it was shared with the caller. */
const Shared = {
  /** Whether the caller shares the number with this person. */
  sharesNumber: z.boolean(),
  phone: z.optional(z.string()),
};

/** A donor who agreed, as the family sees them. */
const AgreedDonor = z.object({
  _id: z.string(),
  state: z.enum(donorStates),
  /** When the donor wants to come. */
  at: z.optional(z.iso.datetime()),
  /** Four digits by which both recognize each other. */
  code: z.string(),
  /** Which sides have said that the blood was given. */
  saidGiven: z.array(z.enum(['donor', 'family'])),
  ...Shared,
});
export type AgreedDonor = z.infer<typeof AgreedDonor>;

/** The id of the family in a request, for `share-number`. */
export const FAMILY = 'family';

export const RequestDetails = z.extend(PublicRequest, {
  /** Present for the person who asked. */
  own: z.optional(
    z.object({
      initials: z.string(),
      relation: z.string(),
      phone: z.string(),
      note: z.optional(z.string()),
      reason: z.optional(z.string()),
      donors: z.array(AgreedDonor),
    }),
  ),
  /** Present for a donor who was asked or who agreed. */
  answer: z.optional(
    z.object({
      state: z.enum(donorStates),
      at: z.optional(z.iso.datetime()),
      code: z.optional(z.string()),
      saidGiven: z.array(z.enum(['donor', 'family'])),
      ...Shared,
    }),
  ),
});
export type RequestDetails = z.infer<typeof RequestDetails>;

export const createBloodRequest = endpoint({
  method: 'POST',
  path: '/requests',
  access: 'member',
  feature,
  summary:
    'Asks for blood. `success` is false if the address is not confirmed or two requests are open. A repeated Idempotency-Key returns the first response.',
  body: RequestFields,
  response: z.union([
    z.object({ success: z.literal(true), insertedId: z.string(), state: z.enum(requestStates) }),
    z.object({ success: z.literal(false), message: z.string() }),
  ]),
  errorStatuses: [422],
});

export const listBloodRequests = endpoint({
  method: 'GET',
  path: '/requests',
  access: 'public',
  feature,
  summary: 'Lists the requests that need blood or have enough donors, the earliest first, at most 200.',
  query: z.object({
    bloodGroup: z.optional(z.enum(bloodGroups)),
    district: z.optional(z.string().check(maxLengthCheck(60))),
  }),
  response: z.array(PublicRequest),
  errorStatuses: [422],
});

export const listOwnBloodRequests = endpoint({
  method: 'GET',
  path: '/user/requests',
  access: 'member',
  feature,
  summary: "Lists the caller's requests, and those to which the caller has agreed, the latest first.",
  response: z.array(z.extend(PublicRequest, { isOwn: z.boolean() })),
});

export const getBloodRequest = endpoint({
  method: 'GET',
  path: '/requests/:id',
  access: 'public',
  feature,
  summary:
    'Returns a request. The person who asked and the donors also get what concerns them. 404 until it is approved.',
  response: RequestDetails,
  errorStatuses: [401, 403, 404],
});

const Changes = z.object({
  neededBy: z.optional(Instant),
  bags: z.optional(bags),
  note: z.optional(note),
});
export type RequestChanges = z.infer<typeof Changes>;

export const changeBloodRequest = endpoint({
  method: 'PATCH',
  path: '/requests/:id',
  access: 'member',
  feature,
  summary: "Changes the caller's request. There must be at least as many bags as were given or agreed to.",
  body: Changes,
  response: RequestDetails,
  errorStatuses: [404, 409, 422],
});

export const closeBloodRequest = endpoint({
  method: 'DELETE',
  path: '/requests/:id',
  access: 'member',
  feature,
  summary: "Closes the caller's request. Donors who agreed are thanked.",
  errorStatuses: [404],
});

const IsoDayText = z.string().check(
  z.regex(/^\d{4}-\d{2}-\d{2}$/, 'Enter the date as YYYY-MM-DD'),
  z.refine((text) => !Number.isNaN(Date.parse(text)), 'Enter the date as YYYY-MM-DD'),
);

const Answer = {
  answer: z.enum(['yes', 'no', 'pause']),
  /** When the donor wants to come. */
  at: z.optional(Instant),
  /** With `pause`: the day from which the donor may be asked again. Default: in 30 days. */
  until: z.optional(IsoDayText),
};
const AnswerResult = z.object({
  state: z.enum(donorStates),
  /** Four digits by which the donor and the family recognize each other. Present after a yes. */
  code: z.optional(z.string()),
});
export type RequestAnswerResult = z.infer<typeof AnswerResult>;

const token = z.string().check(maxLengthCheck(200));

export const findAskedRequest = endpoint({
  method: 'POST',
  path: '/request-answer/request',
  access: 'public',
  feature,
  summary: 'Returns the request that a signed link is about, and the answer so far. 410 when it is over.',
  body: z.object({ token }),
  response: RequestDetails,
  errorStatuses: [404, 410, 422],
});

export const answerByLink = endpoint({
  method: 'POST',
  path: '/request-answer',
  access: 'public',
  feature,
  summary: 'Answers a request with the token of a signed link. 410 when the request is over.',
  body: z.object({ token, ...Answer }),
  response: AnswerResult,
  errorStatuses: [404, 409, 410, 422],
});

export const answerBloodRequest = endpoint({
  method: 'POST',
  path: '/requests/:id/answers',
  access: 'member',
  feature,
  summary:
    'Answers a request. A yes needs a confirmed address, a compatible blood group, and that the waiting time is over.',
  body: z.object(Answer),
  response: AnswerResult,
  errorStatuses: [404, 409, 410, 422],
});

const RequestMessage = z.object({
  _id: z.string(),
  text: z.string(),
  at: z.iso.datetime(),
  /** Who wrote it. Donors are numbered in the order in which they agreed. */
  from: z.union([z.literal('you'), z.literal(FAMILY), z.string()]),
  /** The text has a link or a number, of which the page warns. */
  warns: z.boolean(),
});
export type RequestMessage = z.infer<typeof RequestMessage>;

export const listRequestMessages = endpoint({
  method: 'GET',
  path: '/requests/:id/messages',
  access: 'member',
  feature,
  summary: 'Lists the messages between the family and the donors who agreed, the earliest first.',
  response: z.array(RequestMessage),
  errorStatuses: [404],
});

export const sendRequestMessage = endpoint({
  method: 'POST',
  path: '/requests/:id/messages',
  access: 'member',
  feature,
  summary: 'Sends a message to the family and the donors who agreed.',
  body: z.object({
    text: z
      .string()
      .check(
        z.trim(),
        minLengthCheck(1, required),
        maxLengthCheck(MAX_MESSAGE_LENGTH),
        z.refine(isVisible, required),
      ),
  }),
  response: RequestMessage,
  errorStatuses: [404, 409, 422],
});

const Sharing = { access: 'member', feature, errorStatuses: [404, 422] } as const;
const WithPerson = z.object({ with: z.string().check(maxLengthCheck(64)) });

export const shareNumber = endpoint({
  ...Sharing,
  method: 'POST',
  path: '/requests/:id/share-number',
  summary: `Shows the caller's number to one person of the request: a donor's id, or \`${FAMILY}\`.`,
  body: WithPerson,
});

export const withdrawNumber = endpoint({
  ...Sharing,
  method: 'DELETE',
  path: '/requests/:id/share-number',
  summary: "Stops showing the caller's number to that person.",
  body: WithPerson,
});

export const reportProgress = endpoint({
  method: 'POST',
  path: '/requests/:id/progress',
  access: 'member',
  feature,
  summary:
    'Says that a donor has arrived or given. A bag counts as given when the donor and the family have both said so.',
  body: z.object({
    /** Required from the family. */
    donorId: z.optional(z.string().check(maxLengthCheck(64))),
    step: z.enum(['arrived', 'given']),
  }),
  response: RequestDetails,
  errorStatuses: [404, 409, 422],
});

export const reportBloodRequest = endpoint({
  method: 'POST',
  path: '/requests/:id/report',
  access: 'member',
  feature,
  summary:
    'Reports a swindler. After three reports of confirmed accounts, the request waits for a coordinator again.',
  errorStatuses: [404],
});
