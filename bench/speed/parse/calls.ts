import { addDays } from 'date-fns/addDays';
import { dayOf, longDate } from '#contract/days.ts';

export type Member = { email: string; token: string };
export type Sent = { method: 'GET' | 'POST'; path: string; headers: Record<string, string>; body?: string };

/** How one of the two is asked, and how one sees that it did it. */
export type Calls = {
  book(member: Member, daysAhead: number): Sent;
  booked: { status: number; shows: string };
  list(member: Member): Sent;
};

/** A member books each of these once. */
export const bookableDaysAhead = 360;

export const parseKeys = {
  appId: 'blood-buddies',
  restApi: 'measured',
  master: 'master of the measured',
};
const json = { 'content-type': 'application/json' };
const parseHeaders = {
  'x-parse-application-id': parseKeys.appId,
  'x-parse-rest-api-key': parseKeys.restApi,
};

const fieldsOf = ({ email }: Member, daysAhead: number) => ({
  name: 'Rahim Uddin',
  phone: '01712345678',
  center: 'Dhaka Medical College',
  bloodGroup: 'O+',
  opinion: 'Happy to help again',
  date: longDate(dayOf(addDays(new Date(), daysAhead))),
  email,
});

export const calls: { ours: Calls; parse: Calls } = {
  ours: {
    book(member, daysAhead) {
      const fields = fieldsOf(member, daysAhead);
      const { email, date } = fields;
      return {
        method: 'POST',
        path: `/api/appointments?${new URLSearchParams({ email, date })}`,
        headers: { ...json, authorization: `Bearer ${member.token}` },
        body: JSON.stringify(fields),
      };
    },
    booked: { status: 200, shows: '"success":true' },
    list: ({ email, token }) => ({
      method: 'GET',
      path: `/api/appointments?${new URLSearchParams({ email })}`,
      headers: { authorization: `Bearer ${token}` },
    }),
  },
  parse: {
    book: (member, daysAhead) => ({
      method: 'POST',
      path: '/parse/classes/Appointment',
      headers: { ...json, ...parseHeaders },
      body: JSON.stringify(fieldsOf(member, daysAhead)),
    }),
    booked: { status: 201, shows: '"objectId"' },
    list: ({ email }) => ({
      method: 'GET',
      path: `/parse/classes/Appointment?${new URLSearchParams({ where: JSON.stringify({ email }) })}`,
      headers: parseHeaders,
    }),
  },
};
