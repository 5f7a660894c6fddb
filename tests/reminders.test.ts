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
  type TestApp,
} from './test-app.ts';

const day = 3;

/** Sets the app's clock to the hour in which reminders of the day in `ahead` days are sent. */
function goToReminderTime(app: TestApp, ahead = day): void {
  const date = new Date(`${daysFromNow(ahead)} 00:00:00 UTC`);
  app.time.offsetMs = date.getTime() - minutes(14 * 60 - 5) - Date.now();
}

/** Runs the jobs. Returns the reminders that were sent to this member. */
async function sendReminders(app: TestApp, { email }: Member) {
  for (const job of ['queue-reminders', 'deliver-messages']) await app.runJob(job);
  const emails = app
    .emails()
    .filter((reminder) => reminder.includes(`To: ${email}`) && /blood donation/.test(reminder));
  return emails.map((raw) => {
    const [head = ''] = raw.replaceAll(/\n[ \t]/g, ' ').split('\n\n');
    const text = raw.replaceAll('=\n', '').replaceAll('=3D', '=');
    const link = (words: string) => new RegExp(`${words}:\n\\S+/reminder#(\\S+)`).exec(text)?.[1] ?? '';
    const header = (name: string) => new RegExp(`^${name}: *(.*)$`, 'mi').exec(head)?.[1]?.trim();
    return { header, cancel: link('Cancel this appointment'), stop: link('Turn off reminders') };
  });
}

async function bookAndRemind(app: TestApp) {
  const member = await app.registerConfirmed();
  const id = await addAppointment(app, member, { date: daysFromNow(day) });
  goToReminderTime(app);
  const [reminder] = await sendReminders(app, member);
  if (!reminder) throw new Error('No reminder was sent.');
  // The earlier token has expired, because the clock was moved.
  return { member: await app.signIn(member.email), id, reminder };
}

const callLink = async (app: TestApp, path: string, token: string) => {
  const { status, body } = await app.callApi(undefined, 'POST', `/reminder-link${path}`, { token });
  return [status, body];
};

test("cancels once through the link's own call; reading the link changes nothing", async () => {
  await using app = await createTestApp();
  const { member, id, reminder } = await bookAndRemind(app);
  const open = { purpose: 'cancel', state: 'open', center: 'Dhaka Medical College', date: daysFromNow(day) };
  expect(await callLink(app, '', reminder.cancel)).toEqual([200, open]);
  expect(await callLink(app, '', reminder.cancel)).toEqual([200, open]);
  expect(await callLink(app, '/cancel', reminder.cancel)).toEqual([
    200,
    { acknowledged: true, deletedCount: 1 },
  ]);
  expect(await callLink(app, '/cancel', reminder.cancel)).toEqual([
    200,
    { acknowledged: true, deletedCount: 0 },
  ]);
  expect(await callLink(app, '', reminder.cancel)).toEqual([200, { purpose: 'cancel', state: 'gone' }]);
  const gone = await app.send('GET', `/api/appointments/${id}`, { token: member.token });
  expect(gone.status).toBe(404);
});

test('does not cancel a moved or paid appointment through an earlier email', async () => {
  await using app = await createTestApp();
  const { member, id, reminder } = await bookAndRemind(app);
  const { token } = member;
  const move = { json: { date: daysFromNow(day + 1) }, token };
  expect((await app.send('PATCH', `/api/appointments/${id}`, move)).status).toBe(200);
  expect(await callLink(app, '', reminder.cancel)).toMatchObject([
    200,
    { state: 'moved', date: daysFromNow(day + 1) },
  ]);
  expect(await callLink(app, '/cancel', reminder.cancel)).toMatchObject([
    409,
    { error: { code: 'appointment-moved' } },
  ]);
  await app.send('PATCH', `/api/appointments/${id}`, { json: { date: daysFromNow(day) }, token });
  await payByCard(app, await createPaymentIntent(app, member, id));
  expect(await callLink(app, '/cancel', reminder.cancel)).toMatchObject([
    409,
    { error: { code: 'already-paid' } },
  ]);
  expect(await callLink(app, '', reminder.cancel)).toMatchObject([200, { state: 'paid' }]);
  const stored = await app.send('GET', `/api/appointments/${id}`, { token });
  expect(await stored.json()).toMatchObject({ transactionId: expect.any(String) });
});

test('turns off reminders with one POST to the URL of the header; a GET only redirects', async () => {
  await using app = await createTestApp();
  const { member, reminder } = await bookAndRemind(app);
  expect(reminder.header('List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click');
  const address = /^<(.*)>$/.exec(reminder.header('List-Unsubscribe') ?? '')?.[1] ?? '';
  const { pathname, search } = new URL(address);
  const choice = async () => (await app.send('GET', '/api/user/reminders', { token: member.token })).json();

  const opened = await app.send('GET', pathname + search);
  expect([opened.status, opened.headers.get('location')]).toEqual([
    303,
    `${app.config.publicUrl}/reminder#${reminder.stop}`,
  ]);
  expect(await choice()).toEqual({ wanted: true });
  await app.send('PUT', '/api/user', {
    json: { email: member.email },
    token: member.idToken,
    headers: { 'Accept-Language': 'bn-BD,bn;q=0.9' },
  });
  const inBengali = await app.send('GET', pathname + search);
  expect(inBengali.headers.get('location')).toBe(`${app.config.publicUrl}/bn/reminder#${reminder.stop}`);
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

test('lets members turn reminders on again', async () => {
  await using app = await createTestApp();
  const { member, reminder } = await bookAndRemind(app);
  const { token } = member;
  expect(await callLink(app, '', reminder.stop)).toEqual([200, { purpose: 'stop', state: 'wanted' }]);
  expect((await callLink(app, '/stop', reminder.stop))[0]).toBe(204);
  expect((await callLink(app, '/stop', reminder.stop))[0]).toBe(204);
  expect(await callLink(app, '', reminder.stop)).toEqual([200, { purpose: 'stop', state: 'stopped' }]);
  const set = async (json: object) => (await app.send('PUT', '/api/user/reminders', { json, token })).status;
  expect(await set({ wanted: true })).toBe(204);
  expect(await callLink(app, '', reminder.stop)).toEqual([200, { purpose: 'stop', state: 'wanted' }]);
  expect([await set({ wanted: 'yes' }), await set({})]).toEqual([422, 422]);
  expect((await app.send('GET', '/api/user/reminders')).status).toBe(401);
});

test('limits a link to its purpose and lifetime, and rejects other tokens', async () => {
  await using app = await createTestApp({ RATE_LIMIT_SCALE: '1' });
  const { member, reminder } = await bookAndRemind(app);
  const statuses = async (path: string, token: string) => (await callLink(app, path, token))[0];
  expect(await statuses('/cancel', reminder.stop)).toBe(404);
  expect(await statuses('/stop', reminder.cancel)).toBe(404);
  const [head, claims, signature] = reminder.cancel.split('.');
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
  const asAccess = await app.send('GET', '/api/user/reminders', { token: reminder.stop });
  expect(asAccess.status).toBe(403);

  app.time.offsetMs += minutes(3 * 24 * 60);
  expect(await callLink(app, '/cancel', reminder.cancel)).toMatchObject([
    410,
    { error: { code: 'link-expired' } },
  ]);
  expect(await statuses('/stop', reminder.stop)).toBe(204);
  app.time.offsetMs += minutes(90 * 24 * 60);
  expect(await statuses('/stop', reminder.stop)).toBe(410);
});

test('limits guesses of links, but not the use of valid ones', async () => {
  await using app = await createTestApp({ RATE_LIMIT_SCALE: '1' });
  const { reminder } = await bookAndRemind(app);
  const guesses = [];
  for (let i = 0; i < 61; i += 1) guesses.push((await callLink(app, '', `guess-${i}`))[0]);
  expect([guesses[0], guesses[59], guesses[60]]).toEqual([404, 404, 429]);
  expect((await callLink(app, '', reminder.stop))[0]).toBe(200);
});

test('logs nothing of a link or its member', async () => {
  const lines: string[] = [];
  await using app = await createTestApp(
    {},
    testLog({ level: 'debug', onLine: (line) => void lines.push(line) }),
  );
  const { member, reminder } = await bookAndRemind(app);
  await callLink(app, '', reminder.cancel);
  await callLink(app, '/cancel', `${reminder.cancel}x`);
  await app.send('POST', `/api/reminder-link/unsubscribe?token=${reminder.stop}`);
  await app.send('GET', `/api/reminder-link/unsubscribe?token=${reminder.stop}`);
  const all = lines.join('');
  expect(all).toContain('/api/reminder-link/unsubscribe');
  for (const secret of [
    ...reminder.cancel.split('.'),
    ...reminder.stop.split('.'),
    member.email,
    'Rahim',
    'Dhaka',
  ])
    expect(all).not.toContain(secret);
});

test('has neither routes nor job without the reminders feature', async () => {
  await using app = await createTestApp({ DISABLED_FEATURES: 'reminders' });
  const member = await app.register();
  const { token } = member;
  expect((await app.send('GET', '/api/user/reminders', { token })).status).toBe(404);
  expect((await app.send('POST', '/api/reminder-link', { json: { token: 'x' } })).status).toBe(404);
  expect(app.jobs.map(({ name }) => name)).not.toContain('queue-reminders');
});

test('sends receipts and reminders only to confirmed addresses, even if confirmed a moment ago', async () => {
  await using own = await createTestApp();
  const [never, later] = [await own.register(), await own.register()];
  const subjects = ({ email }: Member) =>
    own.emailsTo(email).map((reminder) => /^Subject: (.*)$/m.exec(reminder)?.[1]);
  for (const member of [never, later]) {
    const appointmentId = await addAppointment(own, member, { date: daysFromNow(3) });
    await payByCard(own, await createPaymentIntent(own, member, appointmentId));
    if (member === later) await own.confirmAddress(later);
    await own.runJob('reconcile-payments');
    await own.runJob('deliver-messages');
  }
  expect(subjects(never)).toEqual([]);
  expect(subjects(later)).toContain('Your receipt from Blood Buddies');

  goToReminderTime(own);
  for (const job of ['queue-reminders', 'deliver-messages', 'deliver-messages']) await own.runJob(job);
  expect(subjects(never)).toEqual([]);
  expect(subjects(later)).toContainEqual(expect.stringContaining('Your blood donation on'));
});
