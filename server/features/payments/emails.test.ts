import { expect, test } from 'vitest';
import { onBothDatabases } from '#platform/testing/databases.ts';
import { days } from '#platform/time.ts';
import { serverMigrations } from '#server/db/migrations.ts';
import { noon } from '#server/testing/people.ts';
import { readCardEvents } from './reconcile.ts';
import { recordRefund } from './refunds.ts';
import { createPaymentDeps } from './testing/payment-deps.ts';

onBothDatabases([serverMigrations], (open) => {
  test('sends one receipt with the amount and a link to print it', async () => {
    await using here = await createPaymentDeps(open);
    await here.charge();
    await Promise.all([here.confirm(), here.confirm(), readCardEvents(here)]);
    await here.outbox.deliver();
    expect(here.mails).toHaveLength(1);
    const [{ to, text, html } = { to: '', text: '', html: '' }] = here.mails;
    expect(to).toBe(here.viewer.email);
    for (const body of [text, html]) {
      expect(body).toContain('$5.00');
      expect(body).toContain('pi_1');
      expect(body).toContain(`http://localhost:3000/dashboard/payment/${here.id}`);
      expect(body).toContain('November 21, 2026 at 12:00');
    }
  });

  test('escapes HTML in the name on a receipt', async () => {
    await using here = await createPaymentDeps(open);
    await here.db.updateTable('appointments').set({ name: '<img src=x>' }).execute();
    await here.pay();
    await here.outbox.deliver();
    expect(here.mails[0]?.html).toContain('&lt;img src=x&gt;');
  });

  test('waits for the identity provider before it emails an unverified address', async () => {
    await using here = await createPaymentDeps(open);
    await here.db.updateTable('users').set({ email_verified_at: null }).execute();
    await here.pay();
    await here.outbox.deliver();
    expect(here.mails).toEqual([]);
    expect(await here.outbox.countWaiting('mail-if-confirmed', 9)).toBe(1);
  });

  test("sends the receipt to the account's current address, with the time of the charge", async () => {
    await using here = await createPaymentDeps(open);
    await here.charge();
    here.time.now += days(3);
    await here.db.updateTable('users').set({ email: 'new@example.org' }).execute();
    await readCardEvents(here);
    await here.outbox.deliver();
    expect(here.mails.map(({ to }) => to)).toEqual(['new@example.org']);
    expect(here.mails[0]?.text).toContain('November 21, 2026');
    expect(here.mails[0]?.goodUntil).toBe(here.clock() + 30 * 86_400_000);
    expect((await here.find())?.paid_at).toBe(noon);
  });

  test('sends a Bengali receipt, with Bengali digits and a link to the Bengali page, to a member who reads Bengali', async () => {
    await using here = await createPaymentDeps(open);
    await here.db.updateTable('users').set({ language: 'bn' }).execute();
    await here.pay();
    await here.outbox.deliver();
    const [{ subject, text, html } = { subject: '', text: '', html: '' }] = here.mails;
    expect(subject).toBe('Blood Buddies-এর রসিদ');
    expect(html).toContain('<html lang="bn">');
    for (const body of [text, html]) {
      expect(body).toMatch(/৫\.০০\sUS\$/);
      expect(body).toContain('২১ নভেম্বর, ২০২৬, ১২:০০ UTC');
      expect(body).toContain('pi_1');
      expect(body).toContain(`http://localhost:3000/bn/dashboard/payment/${here.id}`);
      expect(withoutTags(body)).not.toMatch(/amount|paid|thank|donation/i);
    }
  });

  test('sends the refund email in Bengali too', async () => {
    await using here = await createPaymentDeps(open);
    await here.db.updateTable('users').set({ language: 'bn' }).execute();
    await here.pay();
    await here.db.transaction().execute((trx) => recordRefund(trx, here, 'pi_1', { by: 'webhook' }));
    await here.outbox.deliver();
    const notice = here.mails.at(-1);
    expect(here.mails).toHaveLength(2);
    expect(notice?.subject).toBe('Blood Buddies থেকে আপনার টাকা ফেরত যাচ্ছে');
    expect(notice?.text).toContain('পাঁচ থেকে দশ দিনের মধ্যে');
    expect(withoutTags(notice?.html ?? '')).not.toMatch(/amount|charge|donation/i);
  });
});

/** Returns the visible text of an email: without URLs and markup. */
const withoutTags = (body: string): string => body.replace(/https?:\S+/g, '').replace(/<[^>]*>/g, '');
