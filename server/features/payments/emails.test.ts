import { expect } from 'vitest';
import { onBothDatabases } from '#platform/testing/databases.ts';
import { testWith } from '#platform/testing/test-with.ts';
import { days } from '#platform/time.ts';
import { serverMigrations } from '#server/db/migrations.ts';
import { noon } from '#server/testing/people.ts';
import { readCardEvents } from './reconcile.ts';
import { recordRefund } from './refunds.ts';
import { createPaymentFixture } from './testing/payment-fixture.ts';

onBothDatabases([serverMigrations], (open) => {
  const test = testWith(() => createPaymentFixture(open));

  test('sends one receipt with the amount and a link to print it', async (fixture) => {
    await fixture.payAtProvider();
    await Promise.all([fixture.confirm(), fixture.confirm(), readCardEvents(fixture)]);
    await fixture.outbox.deliver();
    expect(fixture.emails).toHaveLength(1);
    const [{ to, text, html } = { to: '', text: '', html: '' }] = fixture.emails;
    expect(to).toBe(fixture.viewer.email);
    for (const body of [text, html]) {
      expect(body).toContain('$5.00');
      expect(body).toContain('pi_1');
      expect(body).toContain(`http://localhost:3000/dashboard/payment/${fixture.id}`);
      expect(body).toContain('November 21, 2026, 12:00 UTC');
    }
  });

  test('escapes HTML in the name on a receipt', async (fixture) => {
    await fixture.db.updateTable('appointments').set({ name: '<img src=x>' }).execute();
    await fixture.pay();
    await fixture.outbox.deliver();
    expect(fixture.emails[0]?.html).toContain('&lt;img src=x&gt;');
  });

  test('emails nothing to an address that is not confirmed when the email is delivered', async (fixture) => {
    await fixture.pay();
    await fixture.db.updateTable('users').set({ email_verified_at: null }).execute();
    await fixture.outbox.deliver();
    expect(fixture.emails).toEqual([]);
    expect(await fixture.outbox.countWaiting('email-if-confirmed', 9)).toBe(0);
  });

  test("sends the receipt to the account's current address, with the time of the charge", async (fixture) => {
    await fixture.payAtProvider();
    fixture.time.now += days(3);
    await fixture.db.updateTable('users').set({ email: 'new@example.org' }).execute();
    await readCardEvents(fixture);
    await fixture.outbox.deliver();
    expect(fixture.emails.map(({ to }) => to)).toEqual(['new@example.org']);
    expect(fixture.emails[0]?.text).toContain('November 21, 2026');
    expect(fixture.emails[0]?.goodUntil).toBe(fixture.clock() + 30 * 86_400_000);
    expect((await fixture.find())?.paid_at).toBe(noon);
  });

  test('sends a Bengali receipt, with Bengali digits and link, to a member who reads Bengali', async (fixture) => {
    await fixture.db.updateTable('users').set({ language: 'bn' }).execute();
    await fixture.pay();
    await fixture.outbox.deliver();
    const [{ subject, text, html } = { subject: '', text: '', html: '' }] = fixture.emails;
    expect(subject).toBe('Blood Buddies-এর রসিদ');
    expect(html).toContain('<html lang="bn">');
    for (const body of [text, html]) {
      expect(body).toContain('$৫.০০');
      expect(body).toContain('২১ নভেম্বর, ২০২৬, ১২:০০ UTC');
      expect(body).toContain('pi_1');
      expect(body).toContain(`http://localhost:3000/bn/dashboard/payment/${fixture.id}`);
      expect(withoutTags(body)).not.toMatch(/amount|paid|thank|donation/i);
    }
  });

  test('sends the refund email in Bengali too', async (fixture) => {
    await fixture.db.updateTable('users').set({ language: 'bn' }).execute();
    await fixture.pay();
    await fixture.db.transaction().execute((trx) => recordRefund(trx, fixture, 'pi_1', { by: 'webhook' }));
    await fixture.outbox.deliver();
    expect(fixture.emails).toHaveLength(2);
    const subject = 'Blood Buddies থেকে আপনার টাকা ফেরত পাঠানো হচ্ছে';
    const refundEmail = fixture.emails.find((email) => email.subject === subject);
    expect(refundEmail?.text).toContain('৫ থেকে ১০ দিনের মধ্যে');
    expect(withoutTags(refundEmail?.html ?? '')).not.toMatch(/amount|charge|donation/i);
  });
});

/** Returns the visible text of an email, without URLs and markup. */
const withoutTags = (body: string): string => body.replace(/https?:\S+/g, '').replace(/<[^>]*>/g, '');
