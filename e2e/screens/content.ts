import type { DatabaseSync } from 'node:sqlite';
import type { APIRequestContext } from '@playwright/test';
import { addAppointment as requestAppointment } from '../support/appointments.ts';
import { sendAs } from '../support/clinic.ts';
import type { Member } from '../support/member.ts';
import { addCenterToday, giveRole } from '../support/staff.ts';
import { now } from './now.ts';

const longName = 'Rahmatullah'.repeat(10).slice(0, 100);
const hospital = 'Dhaka Medical College Hospital';
const both = (en: string, bn: string) => ({ en, bn });

/** Who looks at the screens, besides visitors. */
export type Person = 'member' | 'newcomer' | 'staff';

/** The ids that addresses of screens contain. */
export const ids = {
  quietCenter: 'c2',
  series: 's1',
  unpaid: '019ad8a0-0000-7000-8000-000000000001',
  paid: '019ad8a0-0000-7000-8000-000000000002',
};

/** Fills the site with what the screens show: busy and empty days, long names, open and decided cases. */
export async function fillSite(
  api: APIRequestContext,
  database: DatabaseSync,
  { member, newcomer, staff }: Record<Person, Member>,
): Promise<void> {
  giveRole(database, staff.email, 'owner');
  // The reviews and bookings of members without a confirmed address wait for it.
  database.prepare('update users set email_verified_at = ? where email = ?').run(now, newcomer.email);
  database.prepare('update identity_email set verified = 1 where email = ?').run(newcomer.email);
  fillCenters(database);
  await addClosedDay(api, database, { staff, donor: newcomer });
  addAppointments(database, member);
  // Opening the payment page would do the same, and the owner's list of payments would depend on when.
  const data = { price: 5, appointmentId: ids.unpaid };
  await sendAs(api, member, { path: '/create-payment-intent', data });
  addFigures(database);
  addModeration(database, newcomer);
  addContent(database);
}

/** One center with 300 donors today, and one without any. */
function fillCenters(database: DatabaseSync): void {
  const donors = Array.from({ length: 300 }, (_, n) => ({
    name: n === 1 ? longName : `Donor ${n + 1}`,
    phone: `0171234${String(n).padStart(4, '0')}`,
    time: `${String(9 + Math.floor(n / 50)).padStart(2, '0')}:${n % 2 ? '30' : '00'}`,
  }));
  addCenterToday(database, [], donors, now);
  const statuses = ['fulfilled', 'arrived', 'deferred', 'noshow', 'not-given'];
  const record = database.prepare('update appointments set status = ? where name = ?');
  for (const [n, status] of statuses.entries()) record.run(status, `Donor ${n + 3}`);
  database
    .prepare(
      `insert into centers (id, name, name_key, address, time_zone, map_url, notes, version, changed_at)
        values (?, ?, ?, 'Secretariat Road, Dhaka 1000', 'Asia/Dhaka', null, 'Bring your identity card.', 1, 0)`,
    )
    .run(ids.quietCenter, hospital, hospital.toLowerCase());
}

/** Closes a day of the quiet center, on which a donor has booked. */
async function addClosedDay(
  api: APIRequestContext,
  database: DatabaseSync,
  { staff, donor }: { staff: Member; donor: Member },
): Promise<void> {
  const path = `/staff/centers/${ids.quietCenter}`;
  const hours = { opens: '09:00', closes: '12:00', intervalMinutes: 30, slots: 4 };
  const weekdays = [1, 2, 3, 4, 6, 7];
  await sendAs(api, staff, { path: `${path}/series`, data: { weekdays, from: '2026-11-02', ...hours } });
  database.prepare('update center_series set id = ?').run(ids.series);
  await requestAppointment(api, donor, { date: '2026-12-10', center: hospital });
  await sendAs(api, staff, { path: `${path}/closings`, data: { date: '2026-12-10' } });
}

type Changes = Record<string, string | number | null> & { id: string; day: string; center: string };

function addAppointment(database: DatabaseSync, { email, name }: Member, changes: Changes): void {
  const user = database.prepare('select id from users where email = ?').get(email);
  const row: Record<string, string | number | null> = {
    user_id: String(user?.id),
    email,
    name,
    phone: '01712345678',
    blood_group: 'O+',
    center_key: changes.center.toLowerCase(),
    ...changes,
  };
  const columns = Object.keys(row);
  database
    .prepare(`insert into appointments (${columns}) values (${columns.map(() => '?')})`)
    .run(...Object.values(row));
}

/** Appointments of one member: to pay, paid, with long names, called off, and past ones. */
function addAppointments(database: DatabaseSync, member: Member): void {
  const paid = { paid_at: now - 3_600_000, paid_amount: 500, paid_currency: 'usd' };
  const list: Changes[] = [
    { id: ids.unpaid, day: '2026-12-05', center: hospital },
    { id: ids.paid, day: '2026-12-09', center: hospital, transaction_id: 'pi_0123456789abcdef', ...paid },
    { id: '019ad8a0-0000-7000-8000-000000000003', day: '2026-12-12', center: longName, name: longName },
    {
      id: '019ad8a0-0000-7000-8000-000000000004',
      day: '2026-12-19',
      center: hospital,
      status: 'cancelled',
      cancellation_reason: 'center',
    },
    ...['2026-07-04', '2025-11-03', '2025-02-01', '2023-12-31'].map((day, n) => ({
      id: `019ad8a0-0000-7000-8000-00000000001${n}`,
      day,
      center: n === 2 ? 'Quantum Foundation, Shantinagar' : hospital,
      status: n === 1 ? 'noshow' : 'fulfilled',
    })),
  ];
  for (const appointment of list) addAppointment(database, member, appointment);
}

/** Appointments of the month before, so that the figures have bars. */
function addFigures(database: DatabaseSync): void {
  const statuses = ['fulfilled', 'fulfilled', 'deferred', 'not-given', 'noshow', 'fulfilled'];
  const add = database.prepare(
    `insert into appointments (id, user_id, email, name, phone, center, center_key, blood_group, day, status)
      values (?, ?, '', '', '', ?, ?, 'O+', ?, ?)`,
  );
  for (let n = 0; n < 120; n += 1) {
    const center = n % 3 ? hospital : 'Sylhet';
    const day = `2026-11-${String((n % 30) + 1).padStart(2, '0')}`;
    add.run(`figure-${n}`, `donor-${n}`, center, center.toLowerCase(), day, statuses[n % 6] ?? '');
  }
}

/** A reported photo and two reviews that wait for a decision, and one that is published. */
function addModeration(database: DatabaseSync, author: Member): void {
  const user = database.prepare('select id from users where email = ?').get(author.email);
  const userId = String(user?.id);
  const photo = database.prepare("select picture_id from photos where title like 'A donor gives%'").get();
  database
    .prepare(
      `insert into photos (id, user_id, picture_id, title, width, height, reports, reported_at)
        values ('0-reported', ?, ?, 'Donors at the tent', 400, 300, 2, ?)`,
    )
    .run(userId, String(photo?.picture_id), now - 86_400_000);
  const add = database.prepare(
    `insert into reviews (id, user_id, appointment_id, text, public_name, state, created_at, decided_at)
      values (?, ?, ?, ?, 'Nadia', ?, ?, ?)`,
  );
  const text = 'Kind people, and a chair by the window. I was home for lunch.';
  for (const [n, state] of ['waiting', 'waiting', 'published'].entries()) {
    const createdAt = now - (3 - n) * 86_400_000;
    add.run(`review-${n}`, userId, `reviewed-${n}`, text, state, createdAt, createdAt);
  }
}

/** A post and a free page. The campaigns are the samples. */
function addContent(database: DatabaseSync): void {
  const body = both(
    '## Before you come\n\nEat well and drink *two glasses* of water.\n\n- Your identity card\n- Your pass\n\n[Our centers](/centers)',
    '## আসার আগে\n\nভালো করে খান এবং *দুই গ্লাস* পানি পান করুন।\n\n- আপনার পরিচয়পত্র\n- আপনার পাস\n\n[আমাদের কেন্দ্র](/centers)',
  );
  const title = both('What to bring', 'কী সঙ্গে আনবেন');
  const contents = [
    ['post', 'screens-post-0001', { slug: 'what-to-bring', title, body, date: '2026-11-20' }],
    ['page', 'screens-page-0001', { slug: 'terms', title, body, inMenu: true }],
  ] as const;
  const add = database.prepare('insert into content values (?, ?, 0, 1, ?, ?, null, 0, null)');
  for (const [kind, id, content] of contents)
    add.run(kind, id, JSON.stringify(content), JSON.stringify(content));
}
