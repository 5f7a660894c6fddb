import { expect, test } from 'vitest';
import { AppError } from '#platform/errors.ts';
import type { Mail } from '#platform/messages.ts';
import { createOutbox } from '#platform/outbox.ts';
import { onBothDatabases } from '#platform/testing/databases.ts';
import { days, hours, minutes, seconds } from '#platform/time.ts';
import { serverMigrations } from '#server/schema/migrations.ts';
import type { ChargeTable, Tables } from '#server/schema/tables.ts';
import { filledForm, noon, registered } from '#server/testing/people.ts';
import { pretendCards } from '#server/testing/pretend-cards.ts';
import { findAppointment, removeUnpaid } from '../appointments/repository.ts';
import { requestAppointment } from '../appointments/rules.ts';
import { describeUnsettled } from './administration.ts';
import { closeAfterwards, closeCharge, endCharge, endLiveCharge } from './close-charge.ts';
import { confirmPayment } from './confirm.ts';
import { movePosition } from './events-repository.ts';
import { openCharge } from './open-charge.ts';
import { giveUpStale, readCardEvents, refund, takeCardEvent } from './reconcile.ts';
import { addCharge } from './repository.ts';
import { listSteps } from './trail-repository.ts';

onBothDatabases([serverMigrations], (open) => {
  async function room() {
    const database = await open();
    const db = database.db.withTables<Tables>();
    const time = { now: noon };
    const clock = () => time.now;
    const provider = pretendCards(clock);
    const mails: Mail[] = [];
    const handlers = {
      refund: ({ intentId }: { intentId: string }) => refund(here, intentId),
      'end-charge': async ({ appointmentId }: { appointmentId: string }) =>
        void (await endLiveCharge(here, appointmentId)),
      mail: async (mail: Mail) => void mails.push(mail),
    };
    const outbox = createOutbox({ db: database.db, clock, handlers });
    const here = { db, clock, cards: provider.cards, outbox, publicUrl: 'http://localhost:3000' };
    const viewer = await registered(db);
    const added = await requestAppointment(here, viewer, filledForm());
    const id = added.success ? added.insertedId : '';
    const find = () => findAppointment(db, viewer, id);
    return {
      ...here,
      provider,
      time,
      viewer,
      id,
      mails,
      find,
      transactionId: async () => (await find())?.transaction_id,
      /** As the page does once the card has been charged. */
      confirm: (intentId = 'pi_1') => confirmPayment(here, { id, transaction_id: null }, intentId),
      remove: () =>
        db.transaction().execute(async (trx) => {
          await removeUnpaid(trx, viewer, id);
          await closeAfterwards(here, trx, id);
        }),
      steps: async (of = id) => (await listSteps(db, of)).map(({ step, by }) => `${step} by ${by}`),
      [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
    };
  }

  test('[API-10] the client secret stays the same while the charge is open, also when asked ten times at once', async () => {
    await using here = await room();
    const secrets = await Promise.all(Array.from({ length: 10 }, () => openCharge(here, here.id)));
    expect(new Set([...secrets, await openCharge(here, here.id)]).size).toBe(1);
  });

  test('a charge that ended is followed by a new one', async () => {
    await using here = await room();
    const first = await openCharge(here, here.id);
    await here.cards.cancelIntent('pi_1');
    expect(await openCharge(here, here.id)).not.toBe(first);
  });

  test('[API-09] a succeeded intent pays its appointment once', async () => {
    await using here = await room();
    await openCharge(here, here.id);
    await expect(here.confirm()).rejects.toMatchObject({ code: 'not-paid' });
    here.provider.pay('pi_1');
    const changes = await Promise.all(Array.from({ length: 5 }, () => here.confirm()));
    expect(changes.filter(Boolean)).toHaveLength(1);
    expect(await here.transactionId()).toBe('pi_1');
    expect(await here.steps()).toEqual(['opened by page', 'paid by browser']);
  });

  test('who has paid is sent one receipt, with what was paid and where it can be printed', async () => {
    await using here = await room();
    await openCharge(here, here.id);
    here.provider.pay('pi_1');
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

  test('a receipt shows a name as it was written, never as part of the page', async () => {
    await using here = await room();
    await here.db.updateTable('appointments').set({ name: '<img src=x>' }).execute();
    await openCharge(here, here.id);
    here.provider.pay('pi_1');
    await here.confirm();
    await here.outbox.deliver();
    expect(here.mails[0]?.html).toContain('&lt;img src=x&gt;');
  });

  test.each([
    ['of nobody', undefined, 'not-paid'],
    ['of another appointment', { appointmentId: 'another' }, 'payment-mismatch'],
    ['of another amount', { amount: 100 }, 'payment-mismatch'],
    ['of another currency', { currency: 'bdt' }, 'payment-mismatch'],
  ])('an intent %s does not pay', async (_, changes, code) => {
    await using here = await room();
    if (changes) here.provider.put({ ...succeeded('pi_x', here.id), ...changes });
    await expect(here.confirm('pi_x')).rejects.toMatchObject({ code });
    expect(await here.transactionId()).toBeNull();
  });

  test('a charge is held to the price that it was opened for', async () => {
    await using here = await room();
    await openCharge(here, here.id);
    await here.db.updateTable('charges').set({ amount: 300 }).execute();
    here.provider.put({ ...succeeded('pi_1', here.id), amount: 300 });
    expect(await here.confirm()).toBe(true);
    expect(await here.find()).toMatchObject({ paid_amount: 300, paid_currency: 'usd' });
  });

  test('a second charge of a paid appointment is given back, and the donor is told', async () => {
    await using here = await room();
    await openCharge(here, here.id);
    here.provider.pay('pi_1');
    await here.confirm();
    here.provider.put(succeeded('pi_2', here.id));
    await expect(here.confirm('pi_2')).rejects.toMatchObject({ code: 'already-paid' });
    await readCardEvents(here);
    await here.outbox.deliver();
    await here.outbox.deliver();
    expect(here.provider.refunded).toEqual(['pi_2']);
    expect(await here.find()).toMatchObject({ transaction_id: 'pi_1', refunded_at: null });
    expect(here.mails.map(({ text }) => /charged twice/.test(text))).toEqual([false, true]);
    expect(await here.steps('pi_2')).toEqual(['refund-due by browser', 'refunded by refund']);
  });

  test('a browser that never comes back: the reconciler marks the appointment as paid', async () => {
    await using here = await room();
    await openCharge(here, here.id);
    here.time.now += hours(3);
    here.provider.pay('pi_1');
    here.time.now += seconds(10);
    await readCardEvents(here);
    expect(await here.transactionId()).toBe('pi_1');
    expect(await here.steps()).toContain('paid by reconciler');
  });

  test('events are read on from where the last round came to', async () => {
    await using here = await room();
    await openCharge(here, here.id);
    here.provider.pay('pi_1');
    await readCardEvents(here);
    here.time.now += days(2);
    here.provider.put({ ...succeeded('pi_9', 'another'), status: 'open' });
    await readCardEvents(here);
    const asked: number[] = [];
    const listEvents = (since: number) => {
      asked.push(since);
      return here.cards.listEvents(since);
    };
    await readCardEvents({ ...here, cards: { ...here.cards, listEvents } });
    expect(asked).toEqual([here.time.now - minutes(5)]);
  });

  test('a round that breaks off is read again', async () => {
    await using here = await room();
    await openCharge(here, here.id);
    here.provider.pay('pi_1');
    const listEvents = async function* (since: number) {
      for await (const event of here.cards.listEvents(since)) {
        if (event.intent.status === 'succeeded') throw new Error('The line is gone.');
        yield event;
      }
    };
    const broken = readCardEvents({ ...here, cards: { ...here.cards, listEvents } });
    await expect(broken).rejects.toThrow('The line is gone.');
    await readCardEvents(here);
    expect(await here.transactionId()).toBe('pi_1');
  });

  test('money taken for an appointment that is gone is given back', async () => {
    await using here = await room();
    await openCharge(here, here.id);
    here.provider.pay('pi_1');
    await here.remove();
    await here.outbox.deliver();
    await here.outbox.deliver();
    expect(here.provider.refunded).toEqual(['pi_1']);
    expect(await here.steps()).toEqual([
      'opened by page',
      'refund-due by cancellation',
      'refunded by refund',
    ]);
  });

  test('a charge that was begun while its appointment was cancelled is ended after it', async () => {
    await using here = await room();
    await closeCharge(here, here.id);
    await openCharge(here, here.id);
    await here.remove();
    await here.outbox.deliver();
    expect(here.provider.intents.get('pi_1')?.status).toBe('canceled');
  });

  test('a charge that gets its intent at the moment when it is cancelled does not stay payable', async () => {
    await using here = await room();
    const stale = await here.db.transaction().execute((trx) => addCharge(trx, opening(here.id)));
    await openCharge(here, here.id);
    expect(await endCharge(here, stale ?? opening(here.id), 'cancellation')).toBe('ended');
    expect(here.provider.intents.get('pi_1')?.status).toBe('canceled');
    expect(await here.steps()).toEqual(['opened by page', 'canceled by cancellation']);
  });

  test('no charge is begun for an appointment that is gone or paid', async () => {
    await using here = await room();
    await openCharge(here, here.id);
    here.provider.pay('pi_1');
    await here.confirm();
    await expect(openCharge(here, here.id)).rejects.toMatchObject({ code: 'already-paid' });
    await expect(openCharge(here, 'gone')).rejects.toMatchObject({ code: 'not-found' });
  });

  test('before a cancellation the open charge is ended; money that came first keeps the appointment', async () => {
    await using here = await room();
    await openCharge(here, here.id);
    await closeCharge(here, here.id);
    expect(here.provider.intents.get('pi_1')?.status).toBe('canceled');

    await openCharge(here, here.id);
    here.provider.pay('pi_2');
    await expect(closeCharge(here, here.id)).rejects.toMatchObject({ code: 'already-paid' });
    expect(await here.transactionId()).toBe('pi_2');
  });

  test('a charge that nobody pays for a day is given up; the next look at the page opens another', async () => {
    await using here = await room();
    const first = await openCharge(here, here.id);
    here.time.now += hours(23);
    await giveUpStale(here);
    expect(here.provider.intents.get('pi_1')?.status).toBe('open');
    here.time.now += hours(1);
    await giveUpStale(here);
    expect(here.provider.intents.get('pi_1')?.status).toBe('canceled');
    expect(await openCharge(here, here.id)).not.toBe(first);
    expect(await here.steps()).toEqual(['opened by page', 'canceled by reconciler', 'opened by page']);
  });

  test('a stale charge that turns out to be paid pays', async () => {
    await using here = await room();
    await openCharge(here, here.id);
    here.provider.pay('pi_1');
    here.time.now += hours(24);
    await giveUpStale(here);
    expect(await here.transactionId()).toBe('pi_1');
  });

  test('a process that ended between writing the charge down and having its intent leaves nothing behind', async () => {
    await using here = await room();
    const line = { ...here.cards, createIntent: () => Promise.reject(new AppError('unavailable')) };
    await expect(openCharge({ ...here, cards: line }, here.id)).rejects.toMatchObject({
      code: 'unavailable',
    });
    here.time.now += minutes(10);
    await giveUpStale(here);
    expect(await openCharge(here, here.id)).toBe('pi_1_secret');
  });

  test('a provider that failed to make an intent is asked under another key', async () => {
    await using here = await room();
    here.provider.fail(true);
    await expect(openCharge(here, here.id)).rejects.toMatchObject({ code: 'unavailable' });
    const [failed] = await here.db.selectFrom('charges').selectAll().execute();
    here.provider.fail(false);
    await openCharge(here, here.id);
    const charges = await here.db.selectFrom('charges').select(['id', 'status']).execute();
    expect(charges.map(({ status }) => status).sort()).toEqual(['failed', 'open']);
    expect(charges.filter(({ id }) => id === failed?.id)).toHaveLength(1);
  });

  test('a provider that is away changes nothing', async () => {
    await using here = await room();
    await openCharge(here, here.id);
    here.provider.goAway(true);
    const unavailable = { code: 'unavailable' };
    await expect(openCharge(here, here.id)).rejects.toMatchObject(unavailable);
    await expect(closeCharge(here, here.id)).rejects.toMatchObject(unavailable);
    await expect(here.confirm()).rejects.toMatchObject(unavailable);
    here.provider.goAway(false);
    expect(here.provider.intents.get('pi_1')?.status).toBe('open');
  });

  const news = {
    paid: (id: string) => succeeded('pi_1', id),
    refunded: (id: string) => ({ ...succeeded('pi_1', id), refunded: true }),
    failed: (id: string) => ({ ...succeeded('pi_1', id), status: 'open' as const }),
  };
  test.each([
    ['paid', 'refunded'],
    ['refunded', 'paid'],
    ['refunded', 'failed', 'paid', 'refunded'],
  ] as const)('a refund at the provider shows on the row, told as %s, %s ...', async (...told) => {
    await using here = await room();
    await openCharge(here, here.id);
    for (const [n, what] of told.entries()) {
      await takeCardEvent(
        here,
        { id: `evt_${n}`, at: here.time.now, about: 'payment', intent: news[what](here.id) },
        'webhook',
      );
    }
    expect(await here.find()).toMatchObject({ transaction_id: 'pi_1', refunded_at: here.time.now });
    await here.outbox.deliver();
    expect(here.mails.map(({ subject }) => subject).sort()).toEqual([
      'Your money is on its way back from Blood Buddies',
      'Your receipt from Blood Buddies',
    ]);
    expect(here.provider.refunded).toEqual([]);
  });

  test('money for another site of the same account is left alone, whatever it costs', async () => {
    await using here = await room();
    await openCharge(here, here.id);
    const theirs = { ...succeeded('pi_theirs', 'an appointment of theirs'), site: 'https://other.example' };
    here.provider.put(theirs);
    here.provider.put({ ...theirs, id: 'pi_nameless', site: undefined });
    here.provider.put({ ...theirs, id: 'pi_dear', amount: 9900 });
    await readCardEvents(here);
    await here.outbox.deliver();
    expect(here.provider.refunded).toEqual([]);
    expect(await here.steps('pi_theirs')).toEqual([]);
  });

  test('money of this site that nothing is known of any more goes back, at whatever price it came', async () => {
    await using here = await room();
    await openCharge(here, here.id);
    here.provider.put({ ...succeeded('pi_gone', 'gone'), site: here.publicUrl });
    here.provider.put({ ...succeeded('pi_dear', here.id), site: here.publicUrl, amount: 9900 });
    await readCardEvents(here);
    await here.outbox.deliver();
    expect([...here.provider.refunded].sort()).toEqual(['pi_dear', 'pi_gone']);
    expect(await here.transactionId()).toBeNull();
    expect(await here.steps('pi_dear')).toEqual(['refund-due by reconciler', 'refunded by refund']);
  });

  test('an event that names no appointment is of the one that its charge was opened for', async () => {
    await using here = await room();
    await openCharge(here, here.id);
    const intent = { ...succeeded('pi_1', here.id), appointmentId: undefined };
    await takeCardEvent(here, { id: 'evt_1', at: noon, about: 'payment', intent }, 'webhook');
    expect(await here.transactionId()).toBe('pi_1');
  });

  test('a refund that the provider refuses is told to the operator, not to the donor as done', async () => {
    await using here = await room();
    await openCharge(here, here.id);
    here.provider.pay('pi_1');
    await here.remove();
    here.provider.refuseRefunds();
    await here.outbox.deliver();
    await here.outbox.deliver();
    expect(await here.steps()).toEqual([
      'opened by page',
      'refund-due by cancellation',
      'refund-failed by refund',
    ]);
    expect(await describeUnsettled(here.db as never)).toMatch(
      /go back:\n\S+ {2}refund-failed {2}\S+ {2}pi_1$/,
    );
    expect(here.mails).toEqual([]);
  });

  test('a refund that fails days later shows on the row no longer; one that follows it does', async () => {
    await using here = await room();
    await openCharge(here, here.id);
    here.provider.pay('pi_1');
    await here.confirm();
    const refunded = here.provider.giveBack('pi_1');
    const tell = (n: number, about: 'payment' | 'refund-failed', intent = refunded) =>
      takeCardEvent(here, { id: `evt_x${n}`, at: noon, about, intent }, 'webhook');
    await tell(1, 'payment');
    expect((await here.find())?.refunded_at).toBe(noon);
    here.provider.put({ ...refunded, refunded: false });
    await tell(2, 'refund-failed');
    expect((await here.find())?.refunded_at).toBeNull();
    // The news of the first refund once more, late: what is true now counts.
    await tell(3, 'payment');
    expect((await here.find())?.refunded_at).toBeNull();
    here.provider.giveBack('pi_1');
    await tell(4, 'payment');
    expect((await here.find())?.refunded_at).toBe(noon);
    expect((await here.steps()).slice(2)).toEqual([
      'refunded by webhook',
      'refund-failed by webhook',
      'refunded by webhook',
    ]);
  });

  test('the receipt goes to the address that the account has now, and says when the card was charged', async () => {
    await using here = await room();
    await openCharge(here, here.id);
    here.provider.pay('pi_1');
    here.time.now += days(3);
    await here.db.updateTable('users').set({ email: 'new@example.org' }).execute();
    await readCardEvents(here);
    await here.outbox.deliver();
    expect(here.mails.map(({ to }) => to)).toEqual(['new@example.org']);
    expect(here.mails[0]?.text).toContain('November 21, 2026');
    expect((await here.find())?.paid_at).toBe(noon);
  });

  test('one charge that cannot be ended does not keep the others open', async () => {
    await using here = await room();
    const other = await requestAppointment(here, here.viewer, filledForm({ date: '2026-11-27' }));
    await openCharge(here, here.id);
    await openCharge(here, other.success ? other.insertedId : '');
    here.time.now += hours(24);
    const cancelIntent = (id: string) =>
      id === 'pi_1' ? Promise.reject(new AppError('unavailable')) : here.cards.cancelIntent(id);
    const round = giveUpStale({ ...here, cards: { ...here.cards, cancelIntent } });
    await expect(round).rejects.toThrow('Stale charges could not be ended.');
    expect(here.provider.intents.get('pi_2')?.status).toBe('canceled');
    here.time.now += hours(1);
    await giveUpStale(here);
    expect(here.provider.intents.get('pi_1')?.status).toBe('canceled');
  });

  test('one event that cannot be handled does not hide the others, and is tried again', async () => {
    await using here = await room();
    await openCharge(here, here.id);
    here.provider.pay('pi_1');
    const broken = { ...succeeded('pi_x', here.id), paidAt: 'soon' as unknown as number };
    here.provider.put({
      ...broken,
      paidAt: Number.NaN,
      currency: null as unknown as string,
      site: here.publicUrl,
    });
    await expect(readCardEvents(here)).rejects.toThrow('were not handled');
    expect(await here.transactionId()).toBe('pi_1');
    await expect(readCardEvents(here)).rejects.toThrow('were not handled');
  });

  test('after a standstill the list is read in pieces, the oldest first', async () => {
    await using here = await room();
    await openCharge(here, here.id);
    here.provider.pay('pi_1');
    here.time.now += days(2);
    const asked: (number | undefined)[] = [];
    const listEvents = (since: number, before?: number) => {
      asked.push(before);
      return here.cards.listEvents(since, before);
    };
    await readCardEvents({ ...here, cards: { ...here.cards, listEvents } });
    expect(await here.transactionId()).toBe('pi_1');
    expect(asked).toHaveLength(8);
    expect(asked).toEqual([...asked].sort());
    expect(asked.at(-1)).toBeUndefined();
  });

  test('a clock that was once far ahead does not make the reconciler blind', async () => {
    await using here = await room();
    await movePosition(here.db, noon + days(365));
    await openCharge(here, here.id);
    here.provider.pay('pi_1');
    await readCardEvents(here);
    expect(await here.transactionId()).toBe('pi_1');
  });

  test('what is paid takes no second charge: another open intent of the appointment is ended', async () => {
    await using here = await room();
    await openCharge(here, here.id);
    here.provider.put({ ...succeeded('pi_2', here.id), site: here.publicUrl });
    await here.confirm('pi_2');
    await here.outbox.deliver();
    expect(here.provider.intents.get('pi_1')?.status).toBe('canceled');
  });

  test('a charge of the old price is ended, and one of the new price opened', async () => {
    await using here = await room();
    await openCharge(here, here.id);
    await here.db.updateTable('charges').set({ amount: 300 }).execute();
    expect(await openCharge(here, here.id)).toBe('pi_2_secret');
    expect(here.provider.intents.get('pi_1')?.status).toBe('canceled');
  });

  test('an event is handled once', async () => {
    await using here = await room();
    await openCharge(here, here.id);
    const event = {
      id: 'evt_1',
      at: here.time.now,
      about: 'payment' as const,
      intent: succeeded('pi_2', here.id),
    };
    await Promise.all(Array.from({ length: 5 }, () => takeCardEvent(here, event, 'webhook')));
    expect(await here.steps('pi_2')).toEqual(['paid by webhook']);
  });
});

const opening = (appointmentId: string): ChargeTable => ({
  id: 'charge-1',
  appointment_id: appointmentId,
  intent_id: null,
  amount: 500,
  currency: 'usd',
  status: 'opening',
  created_at: noon,
  check_at: noon,
});

const succeeded = (id: string, appointmentId: string) => ({
  id,
  clientSecret: `${id}_secret`,
  status: 'succeeded' as const,
  amount: 500,
  currency: 'usd',
  appointmentId,
  site: undefined,
  paidAt: undefined,
  refunded: false,
});
