import type { Day } from '#contract/days.ts';
import type { Language } from '#contract/languages.ts';
import type { Email } from '#platform/messages.ts';
import type { OpenTestDatabase } from '#platform/testing/databases.ts';
import type { CenterRow } from '#server/db/center-tables.ts';
import type { AppointmentRow, Tables } from '#server/db/tables.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { createFakeAccounts } from '#server/testing/fake-accounts.ts';
import { addMember, bookAppointment } from '#server/testing/people.ts';
import { createTestCore } from '#server/testing/test-core.ts';
import { queueEndedDeferrals } from '../deferral.ts';
import { registerReminders } from '../register.ts';
import { queueDueReminders } from '../remind.ts';

/** Friday 10:05 UTC: reminders for Saturday, November 28, are due. */
export const due = Date.UTC(2026, 10, 27, 10, 5);
export const saturday = '2026-11-28' as Day;

const toCenter = (id: string, time_zone: string): CenterRow => ({
  id,
  name: id === 'c1' ? 'North Clinic' : id,
  name_key: id === 'c1' ? 'north clinic' : id,
  time_zone,
  address: '12 Green Road',
  map_url: null,
  notes: null,
  visit: '{}',
  version: 1,
  changed_at: 0,
  named_since: null,
});

/** Creates the reminder rules with an empty database, a week before anything is due. */
export async function createReminderDeps(open: OpenTestDatabase) {
  const database = await open();
  const db = database.db.withTables<Tables>();
  const time = { now: Date.UTC(2026, 10, 20, 9) };
  const emails: (Email & { id: string })[] = [];
  const accounts = createFakeAccounts();
  let shown: readonly [Language, ...Language[]] = ['en', 'bn'];
  const deps = {
    ...createTestCore(db, time, {
      accounts,
      publicUrl: 'http://localhost:3000',
      features: ['reminders', 'staff'],
      languages: async () => shown,
      sendMail: async (email, id) => void emails.push({ ...email, id }),
    }),
    accounts,
    time,
    emails,
  };
  const { outbox } = deps;
  outbox.handle(registerReminders(deps).handlers ?? {});
  return {
    ...deps,
    showLanguages: (languages: typeof shown) => {
      shown = languages;
    },
    book: (viewer: Viewer, day: Day = saturday) => bookAppointment(deps, viewer, { date: day }),
    /** Adds a center, and sets it as the center of an appointment. */
    async putAt(appointmentId: string, id: string, timeZone = 'Asia/Dhaka', slot_time = '10:30') {
      await db.insertInto('centers').values(toCenter(id, timeZone)).execute();
      const slot = { center_id: id, slot_time };
      await db.updateTable('appointments').set(slot).where('id', '=', appointmentId).execute();
    },
    /** Closes the time of an appointment at its center. */
    close: (time: string) =>
      db
        .insertInto('slots')
        .values({ center_id: 'c1', day: saturday, time, capacity: 1, reserved: 1, closed: 1 })
        .execute(),
    member: (email?: string, options?: { emailVerified?: boolean }) => addMember(db, email, options),
    appointment: (id: string) =>
      db.selectFrom('appointments').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    async insert(rows: AppointmentRow[]) {
      for (let from = 0; from < rows.length; from += 500)
        await db
          .insertInto('appointments')
          .values(rows.slice(from, from + 500))
          .execute();
    },
    /** Runs the job once and delivers its messages. */
    async runJob() {
      await queueDueReminders(deps);
      await queueEndedDeferrals(deps);
      while ((await outbox.deliver()) > 0);
    },
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  };
}

/** Returns the tokens of the links in an email. */
export function extractTokens({ text }: { text: string } = { text: '' }) {
  const [cancel, stop] = ['Cancel this appointment', 'Turn off reminders'].map(
    (words) => new RegExp(`${words}:\n\\S+/reminder#(\\S+)`).exec(text)?.[1],
  );
  return { cancel, stop };
}
