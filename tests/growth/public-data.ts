import { MAX_DAYS } from '#contract/centers.ts';
import { type ClinicRule, listDays, listIntervals, toTime } from '#contract/clinic-rule.ts';
import { type Day, utcDay } from '#contract/days.ts';
import { itemKindNames, MAX_ITEMS } from '#contract/site-content.ts';
import { bloodGroups } from '#contract/values.ts';
import type { TestApp } from '../test-app.ts';

const DAY_MS = 86_400_000;
const everyDay = [1, 2, 3, 4, 5, 6, 7];

/** The centers of `fillPublicData`: each has much of one kind of data. */
export const largeCenters = ['arrival-times', 'series', 'closings'] as const;

/** Fills the site with the most data that staff may enter, multiplied by `share`. */
export function fillPublicData(app: TestApp, share: number): void {
  const size = (largest: number) => Math.max(1, Math.floor(largest * share));
  const now = app.clock();
  const days = listDays(utcDay(now - DAY_MS), utcDay(now + (MAX_DAYS + 1) * DAY_MS));
  const exceptions = listDays(utcDay(now + 200 * DAY_MS), utcDay(now + 999 * DAY_MS));
  const rule: ClinicRule = {
    weekdays: everyDay,
    from: utcDay(now - 30 * DAY_MS),
    opens: '00:00',
    closes: '24:00',
    intervalMinutes: 5,
    slots: 10,
    exceptions,
  };
  using database = app.openSqlite();
  database.exec('begin');
  const insertCenter = database.prepare(
    "insert into centers (id, name, name_key, address, time_zone, version, changed_at) values (?, ?, ?, 'Green Road', 'Asia/Dhaka', 1, 0)",
  );
  const insertSeries = database.prepare('insert into center_series values (?, ?, ?)');
  const insertSlot = database.prepare('insert into slots values (?, ?, ?, ?, ?, 0)');
  const addSeries = (center: string, series: ClinicRule, n = 0) =>
    insertSeries.run(`${center}-${n}`, center, JSON.stringify(series));
  const addCenter = (id: string) => insertCenter.run(id, `Center ${id}`, `center ${id}`);

  addCenter('arrival-times');
  // Add a rule with 288 times a day and one with 12 times between them: 300 times are the limit of a day.
  const closes = toTime(5 * size(288));
  const rules = [
    { ...rule, closes },
    { ...rule, opens: '00:01', closes: toTime(1 + 5 * size(12)) },
  ];
  for (const [n, rule] of rules.entries()) addSeries('arrival-times', rule, n);
  for (const day of days)
    for (const { time } of rules.flatMap(listIntervals)) insertSlot.run('arrival-times', day, time, 10, 3);

  addCenter('series');
  for (let n = 0; n < size(160); n += 1) addSeries('series', { ...rule, slots: n + 1 }, n);

  addCenter('closings');
  addSeries('closings', rule);
  const insertClosing = database.prepare('insert into center_closings values (?, ?, ?, ?, ?, null)');
  for (const day of days)
    for (let n = 0; n < size(288); n += 1)
      insertClosing.run(`${day}-${n}`, 'closings', day, toTime(5 * n), toTime(5 * n + 6));

  for (let n = 0; n < size(2000); n += 1) addCenter(`other-${n}`);

  const insertReview = database.prepare(
    "insert into seeded_reviews values (?, 'Donor', ?, '/person.png', 'Rahim', 'rahim@example.org')",
  );
  const insertOpinion = database.prepare(
    "insert into reviews values (?, 'u', ?, ?, 'Rahim', 'published', 0, 0)",
  );
  for (let n = 0; n < size(2000); n += 1) {
    insertReview.run(`review-${n}`, 'Kind people. '.repeat(10));
    insertOpinion.run(`opinion-${n}`, `appointment-${n}`, 'Kind people. '.repeat(10));
  }
  const insertPhoto = database.prepare(
    "insert into photos (id, user_id, picture_id, title, width, height, reports, hidden_at) values (?, 'u', ?, 'Donors', 40, 30, 0, ?)",
  );
  const insertContent = database.prepare('insert into content values (?, ?, ?, 1, null, ?, null, 0, null)');
  const body = { en: 'Kind people. '.repeat(100), bn: 'চা. '.repeat(100) };
  for (const kind of itemKindNames)
    for (let n = 0; n < size(MAX_ITEMS); n += 1)
      insertContent.run(kind, `${kind}-${n}`, n, JSON.stringify({ slug: `${kind}-${n}`, title: body, body }));
  // Hide nine of ten photos.
  for (let n = 0; n < size(8000); n += 1) insertPhoto.run(`photo-${n}`, `${n}`, n % 10 ? 1 : null);
  const insertRequest = database.prepare(
    `insert into blood_requests (id, blood_group, component, bags, district, hospital, needed_by, initials, relation, phone, state, created_at)
     values (?, 'A+', 'plasma', 2, 'Dhaka', 'Clinic', 9e12, 'R. K.', 'son', '01712345678', 'open', 0)`,
  );
  for (let n = 0; n < size(8000); n += 1) insertRequest.run(`request-${n}`);
  const insertNeed = database.prepare("insert into blood_needs values (?, 'Dhaka', 'low', 0)");
  for (const group of bloodGroups) insertNeed.run(group);
  database.exec('commit');
}

/** The first and last day of the widest range that a request may name, from `ahead` days after `now`. */
export const widestRange = (now: number, ahead = 0): { from: Day; to: Day } => ({
  from: utcDay(now + ahead * DAY_MS),
  to: utcDay(now + (ahead + MAX_DAYS - 1) * DAY_MS),
});
