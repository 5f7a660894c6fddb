import type { Member } from './members.ts';

/** What the form sends, but for its key. */
export function booking({ email, token }: Member, date: string) {
  return {
    path: `/api/appointments?${new URLSearchParams({ email, date })}`,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({
      name: 'Rahim Uddin',
      email,
      phone: '01712345678',
      center: 'Dhaka Medical College',
      bloodGroup: 'O+',
      date,
    }),
  };
}
