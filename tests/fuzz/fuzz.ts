import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { createReminderLinks } from '#server/features/reminders/links.ts';
import {
  addAppointment,
  createTestApp,
  daysFromNow,
  type Member,
  payByCard,
  requestAppointment,
  type TestApp,
  uploadPicture,
} from '../test-app.ts';
import { type Call, callsOf, type Known, type Operation } from './calls.ts';

export type Document = { paths: Record<string, Record<string, Operation>> };
export type Named = { name: string; method: string; path: string; operation: Operation };

/** A call may take so long, in ms, before it counts as hanging. */
const HANG_MS = 1000;
/** Statuses that every call may answer. */
const ofAll = [400, 404, 405, 413, 415, 429, 503];

/** A house whose every call can be bombarded, with what its published document says of them. */
export async function openFuzzedApp() {
  const app = await createTestApp({ RATE_LIMIT_SCALE: '1000000' });
  const document = (await (await app.send('GET', '/api/openapi.json')).json()) as Document;
  const calls: Named[] = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const upper = method.toUpperCase();
      return { name: `${upper} ${path}`, method: upper, path, operation };
    }),
  );
  const { known, refill } = await fill(app);
  const database = new DatabaseSync(join(app.dataDir, 'blood-buddies.db'), { readOnly: true });
  const validator = createValidator(document);
  return {
    document,
    calls,
    /**
     * How often each status was answered.
     * @throws with the shortest request that breaks a rule
     */
    async fuzz(
      { method, path, operation }: Named,
      options: { runs: number; seed?: number },
    ): Promise<Map<number, number>> {
      const answered = new Map<number, number>();
      await fc.assert(
        fc.asyncProperty(callsOf(method, path, operation, known), async (call) => {
          const { status, text } = await keepsTheRules(call, operation);
          answered.set(status, (answered.get(status) ?? 0) + 1);
          if (method === 'DELETE' && status < 300 && !text.includes('"deletedCount":0')) await refill();
        }),
        { numRuns: options.runs, ...(options.seed !== undefined && { seed: options.seed }) },
      );
      return answered;
    },
    async [Symbol.asyncDispose]() {
      database.close();
      await app[Symbol.asyncDispose]();
    },
  };

  async function keepsTheRules(call: Call, operation: Operation): Promise<{ status: number; text: string }> {
    const before = changes();
    let answer = await ask(call);
    // A machine that is busy elsewhere is no hang: it would not be so three times.
    for (let tries = 0; answer.ms > HANG_MS && tries < 3; tries += 1) answer = await ask(call);
    const { status, text, type, ms } = answer;
    const said = `${status} ${text.slice(0, 300)}`;
    if (ms > HANG_MS) throw new Error(`It took ${ms} ms: ${said}`);
    if (status >= 500) throw new Error(`It is our fault: ${said}`);
    if (!operation.responses[status] && !ofAll.includes(status))
      throw new Error(`Nobody told of this status: ${said}`);
    if (status >= 400 && changes() !== before)
      throw new Error(`Refused, and yet something has changed: ${said}`);
    const schema = (operation.responses[status] ?? operation.responses.default)?.content;
    if (!schema) {
      if (text !== '') throw new Error(`It has a body: ${said}`);
      return answer;
    }
    const [expected = ''] = Object.keys(schema);
    if (!type.startsWith(expected)) throw new Error(`It is ${type}, not ${expected}: ${said}`);
    if (expected !== 'application/json') return answer;
    const wrong = validator(schema['application/json']?.schema as object, JSON.parse(text));
    if (wrong) throw new Error(`${wrong}: ${said}`);
    return answer;
  }

  /** Changes with each commit of another connection. */
  function changes(): unknown {
    return database.prepare('pragma data_version').get()?.data_version;
  }

  async function ask({ method, path, headers, body }: Call) {
    const began = performance.now();
    const answer = await app.send(method, `/api${path}`, {
      headers,
      ...(body !== undefined && { body }),
    });
    const text = await answer.text();
    return {
      status: answer.status,
      text,
      type: answer.headers.get('content-type') ?? '',
      ms: performance.now() - began,
    };
  }
}

/** Members with appointments and photos; what is theirs, for whoever guesses well. `refill` puts back what has gone. */
async function fill(app: TestApp): Promise<{ known: Known; refill(): Promise<void> }> {
  const emails = ['rahim@example.org', 'karim@example.org', 'shirin@example.org'];
  const members = await Promise.all(emails.map((email) => app.register(email)));
  const pictures = await Promise.all(members.map((member) => uploadPicture(app, member)));
  const ids: string[] = [];
  const nobodys = '0193aa11-0000-7000-8000-000000000000';
  let paid = { appointmentId: '', transactionId: '' };

  async function refill(): Promise<void> {
    ids.splice(0, ids.length, nobodys);
    for (const [place, { email, token }] of members.entries()) {
      const { status } = await app.send('GET', '/api/user/photos', { token });
      if (status !== 200) members[place] = await app.signIn(email).catch(() => app.register(email));
      const member = members[place] as Member;
      for (const days of [3, 30, 300])
        await requestAppointment(app, member, { date: daysFromNow(days), publishAs: 'first' });
      const rows = await ofMember(app, member);
      const stillPaid = rows.some(({ _id }) => _id === paid.appointmentId);
      if (place === 0 && !stillPaid) paid = await pay(app, member);
      if (!rows.some(({ img }) => img)) {
        await app.send('POST', '/api/photo', {
          token: member.token,
          json: { img: pictures[place], title: 'Donors' },
        });
      }
      ids.push(...(await ofMember(app, member)).map(({ _id }) => _id));
    }
  }
  await refill();
  // Drawn when a request is made: members and rows come and go.
  const oneOf = <T>(all: readonly T[]) => fc.nat().map((n) => all[n % all.length] as T);
  const mostlyFirst = <T>(all: readonly T[]) =>
    fc.oneof(
      { weight: 3, arbitrary: fc.constant(0).map(() => all[0] as T) },
      { weight: 1, arbitrary: oneOf(all) },
    );
  const id = fc.oneof(
    { weight: 3, arbitrary: oneOf(ids) },
    { weight: 1, arbitrary: fc.constant(0).map(() => paid.appointmentId) },
  );
  const links = await linksFor(app, members[0] as Member, ids);
  const known: Known = {
    tokens: mostlyFirst(members).map(({ token }) => token),
    identityTokens: mostlyFirst(members).map(({ idToken }) => idToken),
    values: {
      id,
      appointmentId: id,
      after: id,
      email: fc.oneof(
        { weight: 9, arbitrary: mostlyFirst(emails) },
        { weight: 1, arbitrary: fc.constantFrom('RAHIM@example.org', 'nobody@example.org') },
      ),
      name: fc.constantFrom('Rahim Uddin', 'Shirin Akter', 'abc', '  Rahim  '),
      phone: fc.constantFrom('01712345678', '01812345678', '01912345678', '0171234567'),
      center: fc.constantFrom('Dhaka Medical College', 'Sylhet', 'Rajshahi', ''),
      opinion: fc.constantFrom('Kind people.', 'Good tea.', '', 'x'.repeat(201)),
      publishAs: fc.constantFrom('full', 'first', 'none'),
      // Few, since two places have to say the same; and some that nobody may book.
      date: fc
        .oneof(
          { weight: 9, arbitrary: fc.integer({ min: 0, max: 2 }) },
          { weight: 1, arbitrary: fc.constantFrom(-3, 370) },
        )
        .map(daysFromNow),
      today: fc.constantFrom(0, 0, 0, 30).map(daysFromNow),
      token: oneOf(links),
      transactionId: fc
        .constantFrom('paid', 'pi_0123456789abcdefghijklmn', '')
        .map((which) => (which === 'paid' ? paid.transactionId : which)),
      price: fc.constantFrom(5, 5, 5, 500, '5'),
      img: fc.constantFrom(...pictures, 'https://i.ibb.co/a/b.jpg', 'javascript:alert(1)'),
      title: fc.constantFrom('Donors', ''),
      limit: fc.constantFrom('1', '24', '200', '201', '0', '1.5', '1e2'),
      width: fc.constantFrom(40, 100_001),
      height: fc.constantFrom(30, 0),
    },
  };
  return { known, refill };
}

async function ofMember(app: TestApp, { email, token }: Member): Promise<{ _id: string; img?: string }[]> {
  const appointments = await app.send('GET', `/api/appointments?email=${email}`, { token });
  const photos = await app.send('GET', '/api/user/photos', { token });
  const { own } = (await photos.json()) as { own: { _id: string; img: string }[] };
  const opinions = await app.send('GET', '/api/opinions', { token });
  const lists = [appointments, opinions].map(async (list) => (await list.json()) as { _id: string }[]);
  return [...(await Promise.all(lists)).flat(), ...own];
}

/** What mails to a member had in their links; some of it has run out, or is none of ours. */
async function linksFor(app: TestApp, { userId }: Member, ids: readonly string[]): Promise<string[]> {
  const key = new TextEncoder().encode(await app.secret('reminder-link-key'));
  const { issue } = createReminderLinks({ key, clock: Date.now });
  const day = new Date(daysFromNow(3)).toISOString().slice(0, 10);
  const issued = (['cancel', 'stop'] as const).flatMap((purpose) =>
    ids.flatMap((appointmentId) =>
      [-1, 1].map((ends) => issue({ purpose, userId, appointmentId, day }, Date.now() + ends * 86_400_000)),
    ),
  );
  return [...(await Promise.all(issued)), 'x', 'e30.e30.'];
}

/** An appointment that is paid, and how. */
async function pay(app: TestApp, member: Member) {
  const appointmentId = await addAppointment(app, member, { date: daysFromNow(7) });
  const intent = await app.send('POST', '/api/create-payment-intent', {
    token: member.token,
    json: { price: 5, appointmentId },
  });
  const { clientSecret } = (await intent.json()) as { clientSecret: string };
  const { id: transactionId } = await payByCard(app, clientSecret);
  await app.send('PUT', `/api/appointments/${appointmentId}`, {
    token: member.token,
    json: { appointmentId, transactionId },
  });
  return { appointmentId, transactionId };
}

/** An independent reader of the schemas: what is wrong with an answer, if anything. */
function createValidator(document: Document) {
  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);
  ajv.addSchema({ ...document, $id: 'openapi' });
  const compiled = new Map<object, ValidateFunction>();
  return (schema: object, answer: unknown): string | undefined => {
    const known = compiled.get(schema);
    const validate = known ?? ajv.compile(pointing(schema));
    if (!known) compiled.set(schema, validate);
    return validate(answer) ? undefined : ajv.errorsText(validate.errors);
  };
}

/** References within the document, from outside it. */
const pointing = (schema: object): object =>
  JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"openapi#/')) as object;
