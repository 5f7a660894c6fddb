import type { Request } from 'autocannon';
import { booking } from '../bookings/booking.ts';
import type { Member } from '../bookings/members.ts';

export type Mix = {
  /** They ask for their appointments. */
  readers: Member[];
  /** They book, each of them every day once. */
  bookers: Member[];
  days: string[];
};

/** What the connections of a group ask for one after the other; every group begins elsewhere in it. */
export function mixOf({ readers, bookers, days }: Mix): (group: number) => Request[] {
  let booked = 0;
  const book: Request = {
    method: 'POST',
    setupRequest(request) {
      const member = bookers[Math.floor(booked / days.length)];
      if (!member) throw new Error('Every member has every day: make more members.');
      const date = days[booked % days.length] as string;
      booked += 1;
      return { ...request, ...booking(member, date) };
    },
  };
  return (group) => {
    const reader = readers[group % readers.length] as Member;
    const read: Request = {
      path: `/api/appointments?${new URLSearchParams({ email: reader.email })}`,
      headers: { authorization: `Bearer ${reader.token}` },
    };
    const requests = [read, read, read, read];
    requests.splice(group % 5, 0, book);
    return requests;
  };
}
