import { expect, test } from 'vitest';
import { testLog } from '#platform/testing/log-collector.ts';
import { minutes } from '#platform/time.ts';
import {
  addAppointment,
  createPaymentIntent,
  createTestApp,
  daysFromNow,
  type Member,
  payByCard,
  type Sent,
  type TestApp,
} from './test-app.ts';

const day = 3;

/** The house at the hour at which people are reminded of the day so many days from now. */
function comeToTheHour(app: TestApp, ahead = day): void {
  const date = new Date(`${daysFromNow(ahead)} 00:00:00 UTC`);
  app.time.ahead = date.getTime() - minutes(14 * 60 - 5) - Date.now();
}

/** Lets the jobs run; gives what was mailed to this person, as sent and as read. */
async function reminded(app: TestApp, { email }: Member) {
  for (const job of ['remind', 'outbox']) await app.runJob(job);
  const mails = app.mails().filter((mail) => mail.includes(`To: ${email}`) && /blood donation/.test(mail));
  return mails.map((raw) => {
    const [head = ''] = raw.replaceAll(/\n[ \t]/g, ' ').split('\n\n');
    const text = raw.replaceAll('=\n', '').replaceAll('=3D', '=');
    const link = (words: string) => new RegExp(`${words}:\n\\S+/reminder#(\\S+)`).exec(text)?.[1] ?? '';
    const header = (name: string) => new RegExp(`^${name}: *(.*)$`, 'mi').exec(head)?.[1]?.trim();
    return { header, cancel: link('Cancel this appointment'), stop: link('Turn off reminders') };
  });
}

async function bookedAndReminded(app: TestApp) {
  const member = await app.registerConfirmed();
  const id = await addAppointment(app, member, { date: daysFromNow(day) });
  comeToTheHour(app);
  const [mail] = await reminded(app, member);
  if (!mail) throw new Error('Nobody was reminded.');
  // A token from before the clock was put forward has ended.
  return { member: await app.signIn(member.email), id, mail };
}

const ask = async (app: TestApp, what: string, token: string, sent: Sent = {}) => {
  const answer = await app.send('POST', `/api/reminder-link${what}`, { json: { token }, ...sent });
  const text = await answer.text();
  return [answer.status, text ? JSON.parse(text) : undefined];
};

test('the link cancels after a look and by a call of its own, once; looking changes nothing', async () => {
  await using app = await createTestApp();
  const { member, id, mail } = await bookedAndReminded(app);
  const open = { purpose: 'cancel', state: 'open', center: 'Dhaka Medical College', date: daysFromNow(day) };
  expect(await ask(app, '', mail.cancel)).toEqual([200, open]);
  expect(await ask(app, '', mail.cancel)).toEqual([200, open]);
  expect(await ask(app, '/cancel', mail.cancel)).toEqual([200, { acknowledged: true, deletedCount: 1 }]);
  expect(await ask(app, '/cancel', mail.cancel)).toEqual([200, { acknowledged: true, deletedCount: 0 }]);
  expect(await ask(app, '', mail.cancel)).toEqual([200, { purpose: 'cancel', state: 'gone' }]);
  const gone = await app.send('GET', `/api/appointments/${id}`, { token: member.token });
  expect(gone.status).toBe(404);
});

test('one that has moved, or is paid, is not cancelled by a mail from before', async () => {
  await using app = await createTestApp();
  const { member, id, mail } = await bookedAndReminded(app);
  const { token } = member;
  const move = { json: { date: daysFromNow(day + 1) }, token };
  expect((await app.send('PATCH', `/api/appointments/${id}`, move)).status).toBe(200);
  expect(await ask(app, '', mail.cancel)).toMatchObject([
    200,
    { state: 'moved', date: daysFromNow(day + 1) },
  ]);
  expect(await ask(app, '/cancel', mail.cancel)).toMatchObject([
    409,
    { error: { code: 'appointment-moved' } },
  ]);
  await app.send('PATCH', `/api/appointments/${id}`, { json: { date: daysFromNow(day) }, token });
  await payByCard(app, await createPaymentIntent(app, member, id));
  expect(await ask(app, '/cancel', mail.cancel)).toMatchObject([409, { error: { code: 'already-paid' } }]);
  expect(await ask(app, '', mail.cancel)).toMatchObject([200, { state: 'paid' }]);
  const kept = await app.send('GET', `/api/appointments/${id}`, { token });
  expect(await kept.json()).toMatchObject({ transactionId: expect.any(String) });
});

test('mail programs stop reminders by one POST of the header’s address, which a GET only shows', async () => {
  await using app = await createTestApp();
  const { member, mail } = await bookedAndReminded(app);
  expect(mail.header('List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click');
  const address = /^<(.*)>$/.exec(mail.header('List-Unsubscribe') ?? '')?.[1] ?? '';
  const { pathname, search } = new URL(address);
  const choice = async () => (await app.send('GET', '/api/user/reminders', { token: member.token })).json();

  const looked = await app.send('GET', pathname + search);
  expect([looked.status, looked.headers.get('location')]).toEqual([
    303,
    `${app.config.publicUrl}/reminder#${mail.stop}`,
  ]);
  expect(await choice()).toEqual({ wanted: true });
  await app.send('PUT', '/api/user', {
    json: { email: member.email },
    token: member.idToken,
    headers: { 'Accept-Language': 'bn-BD,bn;q=0.9' },
  });
  const inBengali = await app.send('GET', pathname + search);
  expect(inBengali.headers.get('location')).toBe(`${app.config.publicUrl}/bn/reminder#${mail.stop}`);
  const stopped = await app.send('POST', pathname + search, {
    body: 'List-Unsubscribe=One-Click',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  });
  expect(stopped.status).toBe(204);
  expect(await choice()).toEqual({ wanted: false });
  const exported = await (await app.send('GET', '/api/user/export', { token: member.token })).json();
  expect(exported).toMatchObject({
    user: { remindersStoppedAt: expect.stringMatching(/Z$/) },
    remindedDays: [expect.stringMatching(/^\d{4}-\d\d-\d\d$/)],
  });
});

test('who has stopped them can switch them on again', async () => {
  await using app = await createTestApp();
  const { member, mail } = await bookedAndReminded(app);
  const { token } = member;
  expect(await ask(app, '', mail.stop)).toEqual([200, { purpose: 'stop', state: 'wanted' }]);
  expect((await ask(app, '/stop', mail.stop))[0]).toBe(204);
  expect((await ask(app, '/stop', mail.stop))[0]).toBe(204);
  expect(await ask(app, '', mail.stop)).toEqual([200, { purpose: 'stop', state: 'stopped' }]);
  const set = async (json: object) => (await app.send('PUT', '/api/user/reminders', { json, token })).status;
  expect(await set({ wanted: true })).toBe(204);
  expect(await ask(app, '', mail.stop)).toEqual([200, { purpose: 'stop', state: 'wanted' }]);
  expect([await set({ wanted: 'yes' }), await set({})]).toEqual([422, 422]);
  expect((await app.send('GET', '/api/user/reminders')).status).toBe(401);
});

test('a link does what it is for and nothing else, for its time; what is not ours opens nothing', async () => {
  await using app = await createTestApp({ RATE_LIMIT_SCALE: '1' });
  const { member, mail } = await bookedAndReminded(app);
  const statuses = async (what: string, token: string) => (await ask(app, what, token))[0];
  expect(await statuses('/cancel', mail.stop)).toBe(404);
  expect(await statuses('/stop', mail.cancel)).toBe(404);
  const [head, claims, signature] = mail.cancel.split('.');
  const other = Buffer.from(JSON.stringify({ sub: member.userId, do: 'stop', of: 'x', day: 'x', exp: 9e9 }));
  for (const token of [
    'x',
    `${head}.${claims}.`,
    `${head}.${other.toString('base64url')}.${signature}`,
    `${Buffer.from('{"alg":"none","typ":"reminder+jwt"}').toString('base64url')}.${claims}.`,
    member.token,
    member.idToken,
  ])
    expect(await statuses('/cancel', token)).toBe(404);
  for (const json of [{}, { token: 1 }, { token: '' }, { token: 'x'.repeat(2001) }])
    expect((await app.send('POST', '/api/reminder-link', { json })).status).toBe(422);
  const asAccess = await app.send('GET', '/api/user/reminders', { token: mail.stop });
  expect(asAccess.status).toBe(403);

  app.time.ahead += minutes(3 * 24 * 60);
  expect(await ask(app, '/cancel', mail.cancel)).toMatchObject([410, { error: { code: 'link-expired' } }]);
  expect(await statuses('/stop', mail.stop)).toBe(204);
  app.time.ahead += minutes(90 * 24 * 60);
  expect(await statuses('/stop', mail.stop)).toBe(410);
});

test('who guesses links is held up; who has one is not', async () => {
  await using app = await createTestApp({ RATE_LIMIT_SCALE: '1' });
  const { mail } = await bookedAndReminded(app);
  const guesses = [];
  for (let i = 0; i < 61; i += 1) guesses.push((await ask(app, '', `guess-${i}`))[0]);
  expect([guesses[0], guesses[59], guesses[60]]).toEqual([404, 404, 429]);
  expect((await ask(app, '', mail.stop))[0]).toBe(200);
});

test('nothing of a link, nor of whom it reminds, is logged', async () => {
  const lines: string[] = [];
  await using app = await createTestApp(
    {},
    testLog({ level: 'debug', read: (line) => void lines.push(line) }),
  );
  const { member, mail } = await bookedAndReminded(app);
  await ask(app, '', mail.cancel);
  await ask(app, '/cancel', `${mail.cancel}x`);
  await app.send('POST', `/api/reminder-link/unsubscribe?token=${mail.stop}`);
  await app.send('GET', `/api/reminder-link/unsubscribe?token=${mail.stop}`);
  const all = lines.join('');
  expect(all).toContain('/api/reminder-link/unsubscribe');
  for (const secret of [...mail.cancel.split('.'), ...mail.stop.split('.'), member.email, 'Rahim', 'Dhaka'])
    expect(all).not.toContain(secret);
});

test('a site without reminders has neither the calls nor the job, and drops what waited', async () => {
  await using app = await createTestApp({ DISABLED_FEATURES: 'reminders' });
  const member = await app.register();
  const { token } = member;
  expect((await app.send('GET', '/api/user/reminders', { token })).status).toBe(404);
  expect((await app.send('POST', '/api/reminder-link', { json: { token: 'x' } })).status).toBe(404);
  expect(app.jobs.map(({ name }) => name)).not.toContain('remind');
});

test('receipts and reminders go to confirmed addresses alone, and to one confirmed since without a new sign-in', async () => {
  await using own = await createTestApp();
  const [never, later] = [await own.register(), await own.register()];
  const subjects = ({ email }: Member) =>
    own
      .mails()
      .filter((mail) => mail.includes(`To: ${email}`))
      .map((mail) => /^Subject: (.*)$/m.exec(mail)?.[1]);
  for (const member of [never, later]) {
    const appointmentId = await addAppointment(own, member, { date: daysFromNow(3) });
    await payByCard(own, await createPaymentIntent(own, member, appointmentId));
    if (member === later) await own.confirmAddress(later);
    await own.runJob('reconcile payments');
    await own.runJob('outbox');
  }
  expect(subjects(never)).toEqual([]);
  expect(subjects(later)).toContain('Your receipt from Blood Buddies');

  own.time.ahead = Date.parse(`${daysFromNow(3)} 00:00:00 UTC`) - minutes(14 * 60 - 5) - Date.now();
  for (const job of ['remind', 'outbox', 'outbox']) await own.runJob(job);
  expect(subjects(never)).toEqual([]);
  expect(subjects(later)).toContainEqual(expect.stringContaining('Your blood donation on'));
});
