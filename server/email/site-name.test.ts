import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type Language, languages } from '#contract/languages.ts';
import type { Email } from '#platform/messages.ts';
import { openSqlite } from '#platform/testing/databases.ts';
import { serverMigrations } from '#server/db/migrations.ts';
import type { Tables } from '#server/db/tables.ts';
import { toICalendar } from '#server/features/appointments/calendar.ts';
import { findAppointment } from '#server/features/appointments/repository.ts';
import { describeCenter } from '#server/features/centers/structured-data.ts';
import { addTestCenter, createCenterDeps } from '#server/features/centers/testing/center-deps.ts';
import { notifyMember, renderReceiptEmail } from '#server/features/payments/emails.ts';
import { registerPayments } from '#server/features/payments/register.ts';
import { sendInvitation } from '#server/features/people/invitations.ts';
import { addMember, bookAppointment, noon } from '#server/testing/people.ts';
import { createTestCore } from '#server/testing/test-core.ts';

const names: Record<Language, string> = {
  en: 'Donneurs de <b>Sang</b> "Dakar", {name}',
  bn: 'সন্ধানী $& 🩸',
};

test('emails, calendar files and structured data have the name of the site', async () => {
  await using database = await openSqlite([serverMigrations]);
  const db = database.db.withTables<Tables>();
  const emails: Email[] = [];
  const core = createTestCore(db, undefined, {
    accounts: undefined,
    siteName: async (_, language) => names[language],
    sendMail: async (email) => void emails.push(email),
  });
  core.outbox.handle({ ...registerPayments(core).handlers, email: core.sendMail });
  const viewer = await addMember(db);
  const booked = await findAppointment(db, viewer, await bookAppointment(core, viewer));
  if (!booked) throw new Error('The appointment is missing.');
  const appointment = { ...booked, paid_amount: 500, paid_currency: 'usd' };
  const invited = { email: 'a@b.example', role: 'owner', centerIds: [''], centers: [] } as const;
  for (const language of languages) {
    await db.updateTable('users').set({ language }).execute();
    await db.transaction().execute(async (trx) => {
      await notifyMember(trx, core, appointment, (reader) =>
        renderReceiptEmail(appointment, reader, core.publicUrl),
      );
      await sendInvitation(core, trx, { ...invited, invitedBy: undefined, language });
    });
    while ((await core.outbox.deliver()) > 0);
    const calendar = toICalendar(appointment, { ...core, now: noon, language });
    const sent = emails.splice(0);
    expect(sent).toHaveLength(2);
    for (const { senderName, subject, text, html } of sent) {
      expect(senderName).toBe(names[language]);
      expect(subject).toContain(names[language]);
      expect(text.endsWith(`\n\n${names[language]}\n`)).toBe(true);
      expect(html).not.toContain('<b>');
    }
    expect(JSON.stringify([sent, calendar])).not.toContain('Blood Buddies');
  }

  const centerId = await addTestCenter(createCenterDeps(db));
  const options = { publicUrl: core.publicUrl, siteName: names.en, now: noon };
  const described = await describeCenter(db, centerId, options);
  expect(described?.events[0]).toMatchObject({ organizer: { name: names.en } });
  expect(JSON.stringify(described)).not.toContain('Blood Buddies');
});

test('no text of the server contains the name of a site', () => {
  const catalog = readFileSync(new URL('../i18n/messages.bn.po', import.meta.url), 'utf8');
  expect(catalog).not.toMatch(/Blood Buddies|ব্লাড বাডি/);
});
