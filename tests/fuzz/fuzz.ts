import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { type Day, utcDay } from '#contract/days.ts';
import { newId } from '#platform/ids.ts';
import { testLog } from '#platform/testing/log-collector.ts';
import { issueAnswerToken } from '#server/features/blood-requests/answer-links.ts';
import { issueOfferToken, type OfferClaims } from '#server/features/offer-links/offer-tokens.ts';
import { issueLinkToken } from '#server/features/reminders/links.ts';
import { qualifyMembers } from '#server/testing/qualify-members.ts';
import { createBuiltPages } from '../growth/built-pages.ts';
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
import { type Call, callsOf, type KnownValues, type Operation } from './calls.ts';
import { mostlyValid, onlyValid } from './schema-values.ts';

export type Document = { paths: Record<string, Record<string, Operation>> };
export type NamedOperation = { name: string; method: string; path: string; operation: Operation };

/** A request that takes longer counts as hanging. */
const HANG_MS = 1000;
/** Statuses that any operation may respond with. */
const COMMON_STATUSES = [400, 404, 405, 413, 415, 429, 503];

/** Creates an app to send random requests to, with its API document. */
export async function openFuzzedApp() {
  // For previews.
  const pages = createBuiltPages();
  const app = await createTestApp({ RATE_LIMIT_SCALE: '1000000' }, testLog(), pages);
  const document = (await (await app.send('GET', '/api/openapi.json')).json()) as Document;
  const calls: NamedOperation[] = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const upper = method.toUpperCase();
      return { name: `${upper} ${path}`, method: upper, path, operation };
    }),
  );
  const writable = app.openSqlite();
  // This connection's commits need not survive a crash.
  writable.exec('pragma synchronous = off');
  const { known, refill } = await createData(app, writable);
  const [latest, unchanged] = [1, 2].map(
    () => new DatabaseSync(join(app.dataDir, 'blood-buddies.db'), { readOnly: true }),
  ) as [DatabaseSync, DatabaseSync];
  const validator = createValidator(document);
  return {
    document,
    calls,
    /**
     * Returns how often each status was returned. `valid`: sends only existing values, each where it belongs.
     * @throws Error with the shortest request that violates a rule
     */
    async fuzz(
      { method, path, operation }: NamedOperation,
      options: { runs: number; seed: number; valid?: boolean },
    ): Promise<Map<number, number>> {
      const statusCounts = new Map<number, number>();
      // Earlier operations may have opened the closed day again.
      if (options.valid || path.includes('/affected') || path.startsWith('/slot-offer')) await refill();
      await fc.assert(
        fc.asyncProperty(
          callsOf(method, path, operation, known, options.valid ? onlyValid : mostlyValid),
          async (call) => {
            const before = version();
            const { status } = await sendAndCheckResponse(call, operation);
            statusCounts.set(status, (statusCounts.get(status) ?? 0) + 1);
            const isUsedUp =
              method === 'DELETE' ||
              path.startsWith('/staff/payments/{id}/') ||
              path.startsWith('/slot-offer/') ||
              /^\/(staff\/)?request/.test(path) ||
              path.startsWith('/staff/content/');
            if (isUsedUp && version() !== before) await refill();
          },
        ),
        { numRuns: options.runs, seed: options.seed },
      );
      return statusCounts;
    },
    async [Symbol.asyncDispose]() {
      writable.close();
      latest.close();
      unchanged.close();
      await app[Symbol.asyncDispose]();
      pages[Symbol.dispose]();
    },
  };

  async function sendAndCheckResponse(call: Call, operation: Operation): Promise<{ status: number }> {
    let response = await sendCall(call);
    // Repeat a slow request, because a busy machine is rarely slow four times.
    for (let tries = 0; response.ms > HANG_MS && tries < 3; tries += 1) response = await sendCall(call);
    const { status, text, type, ms, hasChanged } = response;
    const summary = `${status} ${text.slice(0, 300)}`;
    if (ms > HANG_MS) throw new Error(`Took ${ms} ms: ${summary}`);
    if (status >= 500) throw new Error(`Server error: ${summary}`);
    if (!operation.responses[status] && !COMMON_STATUSES.includes(status))
      throw new Error(`Undocumented status: ${summary}`);
    if (hasChanged) throw new Error(`Rejected, but the database has changed: ${summary}`);
    const schema = (operation.responses[status] ?? operation.responses.default)?.content;
    if (!schema) {
      if (text !== '') throw new Error(`Unexpected body: ${summary}`);
      return response;
    }
    const [expected = ''] = Object.keys(schema);
    if (!type.startsWith(expected)) throw new Error(`Content type is ${type}, not ${expected}: ${summary}`);
    if (expected !== 'application/json') return response;
    const schemaError = validator(schema['application/json']?.schema as object, JSON.parse(text));
    if (schemaError) throw new Error(`${schemaError}: ${summary}`);
    return response;
  }

  /** Returns a value that differs after another connection has committed a change. */
  function version(): unknown {
    return latest.prepare('pragma data_version').get()?.data_version;
  }

  function rowsOf(database: DatabaseSync): string {
    const tables = database.prepare("select name from sqlite_master where type = 'table'").all();
    return JSON.stringify(tables.map(({ name }) => database.prepare(`select * from "${name}"`).all()));
  }

  /** Sends a request. `hasChanged`: whether any row has changed, if the request was rejected. */
  async function sendCall({ method, path, headers, body }: Call) {
    const before = version();
    // Keep a snapshot of the database, which is read only if something is committed. The first read begins
    // the transaction.
    unchanged.exec('begin; select count(*) from sqlite_master');
    try {
      const startedAt = performance.now();
      const response = await app.send(method, `/api${path}`, {
        headers,
        ...(body !== undefined && { body }),
      });
      const text = await response.text();
      const ms = performance.now() - startedAt;
      const { status } = response;
      const hasChanged = status >= 400 && version() !== before && rowsOf(latest) !== rowsOf(unchanged);
      return { status, text, type: response.headers.get('content-type') ?? '', ms, hasChanged };
    } finally {
      unchanged.exec('rollback');
    }
  }
}

/** Creates members with appointments and photos. `refill` replaces what was deleted. */
async function createData(
  app: TestApp,
  database: DatabaseSync,
): Promise<{ known: KnownValues; refill(): Promise<void> }> {
  const emails = ['rahim@example.org', 'karim@example.org', 'shirin@example.org'];
  const members = await Promise.all(emails.map((email) => app.register(email)));
  const pictures = await Promise.all(members.map((member) => uploadPicture(app, member)));
  const bystander = await app.register();
  const ids: string[] = [];
  const centerId = '0193aa11-0000-7000-8000-00000000c001';
  const centerAppointmentId = '0193aa11-0000-7000-8000-00000000a001';
  const unknownId = '0193aa11-0000-7000-8000-000000000000';
  let paid = { appointmentId: '', transactionId: '' };

  async function refill(): Promise<void> {
    ids.splice(0, ids.length, unknownId, centerId, centerAppointmentId, bystander.userId);
    addCenter();
    for (const [index, { email, token }] of members.entries()) {
      const { status } = await app.send('GET', '/api/user/photos', { token });
      if (status !== 200) members[index] = await app.signIn(email).catch(() => app.register(email));
      const member = members[index] as Member;
      for (const days of [3, 30, 300])
        await requestAppointment(app, member, { date: daysFromNow(days), publishAs: 'first' });
      const rows = await listOwn(app, member);
      const stillPaid = rows.some(({ _id }) => _id === paid.appointmentId);
      if (index === 0 && !stillPaid) paid = await createPaidAppointment(app, member);
      if (!rows.some(({ img }) => img)) {
        await app.send('POST', '/api/photo', {
          token: member.token,
          json: { img: pictures[index], title: 'Donors' },
        });
      }
      giveRole(member);
      // The first request starts a shift, even if it is rejected.
      await app.send('GET', '/api/staff/me', { token: member.token });
      addFailedRefund();
      addContent();
      addClosed(members[0] as Member);
      addBloodRequest(members[0] as Member, members[1] as Member);
      ids.push(...(await listOwn(app, member)).map(({ _id }) => _id));
    }
    await qualifyMembers({ dataDir: app.dataDir });
    await addModeration(members[0] as Member);
    await app.send('PUT', '/api/staff/settings/email', { token: members[0]?.token, json: emailServer });
  }
  /** Gives a member the owner role, a second factor and a shift, which the staff side requires. */
  function giveRole({ userId }: Member): void {
    database.prepare("insert or ignore into staff_roles values (?, 'owner', '', 0)").run(userId);
    database.prepare("update sessions set second_factor = 'totp' where user_id = ?").run(userId);
    // Restore a shift that was ended.
    database
      .prepare(
        "insert or replace into staff_shifts select identity_session, user_id, cast(auth_time as text), '', 0, 9e12 from sessions where user_id = ?",
      )
      .run(userId);
    const shifts = database.prepare('select id from staff_shifts where user_id = ?').all(userId);
    // Add the ids of shifts and not of members, because with a member's id an owner can sign the account out.
    ids.push(...shifts.map(({ id }) => String(id)));
  }
  /**
   * Adds photos and reviews that wait for a decision, decisions that can be undone, and a removal to object
   * to.
   */
  async function addModeration({ userId, token }: Member): Promise<void> {
    const decide = (path: string, json: object) =>
      app.send('PUT', `/api/staff/moderation/${path}`, { token, json });
    const addPhoto = database.prepare(
      "insert into photos (id, user_id, picture_id, title, width, height, reports, reported_at) values (?, ?, ?, 'Donors', 40, 30, 2, 1)",
    );
    const addReview = database.prepare(
      "insert into reviews (id, user_id, appointment_id, text, public_name, state, created_at) values (?, ?, ?, 'Kind people.', 'Rahim', 'waiting', 1)",
    );
    for (const decision of [undefined, 'keep', 'remove']) {
      const [photo, review] = [newId(), newId()];
      addPhoto.run(photo, userId, photo);
      addReview.run(review, userId, review);
      if (decision) await decide(`photo/${photo}`, { decision });
      if (decision === 'keep') await decide(`review/${review}`, { decision: 'publish' });
      ids.push(photo, review);
    }
    // Keep the decisions undoable, and mark authors as notified of a removal, so that they can object.
    database.prepare('update moderation_decisions set decided_at = 9e12').run();
    const notified = database
      .prepare("update moderation_decisions set notified_at = 1 where decision = 'remove' returning id")
      .all();
    ids.push(...notified.map(({ id }) => String(id)));
  }
  /** Adds a payment with a failed refund. Its transaction has the same id as the center. */
  function addFailedRefund(): void {
    database
      .prepare(
        "insert or replace into payments (id, appointment_id, intent_id, amount, currency, status, created_at, expires_at) values ('failed', 'gone', ?, 500, 'usd', 'refund-failed', 1, 1)",
      )
      .run(centerId);
  }
  /** Adds a page of the site's content with one version. It has the same id as the center. */
  function addContent(): void {
    const page = JSON.stringify({ slug: 'about', title: { en: 'About us' }, body: { en: 'Donors' } });
    for (const table of ['content', 'content_slugs', 'content_versions'])
      database.exec(`delete from ${table}`);
    database
      .prepare("insert into content values ('page', ?, 0, 1, ?, null, null, 0, null)")
      .run(centerId, page);
    database.prepare("insert into content_versions values ('page', ?, 1, ?, 0)").run(centerId, page);
  }
  /**
   * Adds a center and its series, which has the same id, so that one path can name the center and the series.
   */
  function addCenter(): void {
    const rule = {
      weekdays: [1, 2, 3, 4, 5, 6, 7],
      from: '2026-01-01',
      opens: '09:00',
      closes: '17:00',
      slots: 3,
    };
    database
      .prepare(
        "insert or ignore into centers (id, name, name_key, address, time_zone, map_url, notes, version, changed_at) values (?, 'Clinic', 'clinic', 'Dhaka', 'Asia/Dhaka', null, null, 1, 0)",
      )
      .run(centerId);
    database
      .prepare('insert or ignore into center_series values (?, ?, ?)')
      .run(centerId, centerId, JSON.stringify({ ...rule, exceptions: [] }));
    // Add an appointment of an account that no request deletes.
    database
      .prepare(
        `insert or ignore into appointments (id, user_id, email, name, phone, center, center_key, blood_group, day, center_id)
         values (?, 'donor', '', 'Rahim Uddin', '01712345678', 'Clinic', 'clinic', 'O+', ?, ?)`,
      )
      .run(centerAppointmentId, isoDay(0), centerId);
    database
      .prepare("insert or ignore into center_closings values (?, ?, '2030-01-01', '00:00', '24:00', null)")
      .run(centerId, centerId);
  }
  /** Adds an appointment on a closed day, and an entry of a waiting list. Each has the id of the center. */
  function addClosed({ userId, email }: Member): void {
    const [closedDay, fullDay] = [isoDay(40), isoDay(20)];
    database
      .prepare('delete from appointments where id = ? or user_id = ? and day = ?')
      .run(centerId, userId, closedDay);
    database
      .prepare(
        `insert into appointments (id, user_id, email, name, phone, center, center_key, blood_group, day, moves, status, center_id, slot_time)
         values (?, ?, ?, 'Rahim Uddin', '01712345678', 'Clinic', 'clinic', 'O+', ?, 0, 'booked', ?, '')`,
      )
      .run(centerId, userId, email, closedDay, centerId);
    database.prepare("insert or replace into slots values (?, ?, '', 3, 1, 1)").run(centerId, closedDay);
    database
      .prepare(
        `insert or replace into closed_appointments (id, appointment_id, user_id, center_id, day, time, moves, created_at)
         values (?, ?, ?, ?, ?, '', 0, 0)`,
      )
      .run(centerId, centerId, userId, centerId, closedDay);
    database
      .prepare(
        `insert or ignore into waiting_list (id, center_id, day, user_id, joined_at, state)
         values (?, ?, ?, ?, 0, 'waiting')`,
      )
      .run(centerId, centerId, fullDay, userId);
  }
  /** Adds a request for blood and a donor who has agreed. Each has the id of the center. */
  function addBloodRequest(family: Member, donor: Member): void {
    for (const table of ['blood_requests', 'request_donors', 'request_messages', 'moderation_claims'])
      database.exec(`delete from ${table}`);
    database
      .prepare(
        `insert into blood_requests (id, user_id, blood_group, component, bags, agreed, district, hospital, needed_by, initials, relation, phone, state, created_at)
         values (?, ?, 'AB+', 'red-cells', 10, 1, 'Dhaka', 'Clinic', 9e12, 'R. K.', 'son', '01712345678', 'open', 0)`,
      )
      .run(centerId, family.userId);
    database
      .prepare(
        "insert into request_donors (id, request_id, user_id, state, asked_at, code) values (?, ?, ?, 'agreed', 0, '1234')",
      )
      .run(centerId, centerId, donor.userId);
  }
  await refill();
  // Choose when a request is sent and not before, because members and rows change.
  const oneOf = <T>(all: readonly T[]) => fc.nat().map((n) => all[n % all.length] as T);
  const preferFirst = <T>(all: readonly T[]) =>
    fc.oneof(
      { weight: 3, arbitrary: fc.constant(0).map(() => all[0] as T) },
      { weight: 1, arbitrary: oneOf(all) },
    );
  const id = fc.oneof(
    { weight: 3, arbitrary: oneOf(ids) },
    { weight: 1, arbitrary: fc.constant(0).map(() => paid.appointmentId) },
  );
  const offers = await createOfferTokensOf(app, centerId);
  const answers = await createAnswerTokens(app, [centerId, unknownId]);
  const links = await createLinkTokens(app, members[0] as Member, ids);
  const known: KnownValues = {
    tokens: preferFirst(members).map(({ token }) => token),
    identityTokens: preferFirst(members).map(({ idToken }) => idToken),
    values: {
      id,
      /** Ids for endpoints at which few of `id` succeed. */
      staffId: fc.oneof(id, fc.constantFrom(centerId, centerAppointmentId, bystander.userId)),
      centerId: fc.oneof(
        { weight: 3, arbitrary: fc.constant(centerId) },
        { weight: 1, arbitrary: id },
        { weight: 1, arbitrary: fc.constantFrom('dhaka medical college', 'Sylhet', 'c1', '') },
      ),
      appointmentId: id,
      affectedId: fc.constantFrom(centerId, unknownId),
      // Send no revision, because the server rejects every outdated one.
      revision: fc.constant(undefined),
      contentRevision: fc.constantFrom(1, 1, 0, 2),
      version: fc.constantFrom(1, 1, 2),
      draft: fc.constantFrom(
        {},
        { title: { en: 'Donors' } },
        { slug: 'about', title: { en: 'Donors' }, body: { bn: 'x' } },
      ),
      language: fc.constantFrom('en', 'bn'),
      after: id,
      userId: fc.oneof(
        fc.constant(undefined),
        preferFirst(members).map(({ userId }) => userId),
      ),
      role: fc.constantFrom('owner', 'moderator', 'door', 'king'),
      centerIds: fc.constantFrom([], [centerId], ['c1'], [centerId, '']),
      month: fc.constantFrom('2026-11', '2024-02', '2999-12', '2000-01', '2026-13', '2026-1'),
      before: fc.constantFrom('2026-11-23T10:00:00Z', 'yesterday'),
      email: fc.oneof(
        { weight: 9, arbitrary: preferFirst(emails) },
        { weight: 1, arbitrary: fc.constantFrom('RAHIM@example.org', 'nobody@example.org') },
      ),
      account: preferFirst([...emails, 'nobody@example.org']),
      // Names of centers are unique, so a few names alone would soon be taken.
      name: fc.oneof(
        fc.constantFrom('Rahim Uddin', 'Shirin Akter', 'abc', '  Rahim  '),
        fc.nat().map((n) => `Center ${n}`),
      ),
      phone: fc.constantFrom('01712345678', '01812345678', '01912345678', '0171234567'),
      opinion: fc.constantFrom('Kind people.', 'Good tea.', '', 'x'.repeat(201)),
      publishAs: fc.constantFrom('full', 'first', 'none'),
      // Use few dates, because two fields must have the same one. Some cannot be booked.
      date: fc
        .oneof(
          { weight: 9, arbitrary: fc.integer({ min: 0, max: 2 }) },
          { weight: 1, arbitrary: fc.constantFrom(-3, 370) },
        )
        .map(daysFromNow),
      today: fc.constantFrom(0, 0, 0, 30).map(daysFromNow),
      token: oneOf(links),
      offerToken: oneOf(offers),
      answerToken: oneOf(answers),
      hour: fc.constantFrom('08:00', '21:00'),
      district: fc.constantFrom('Dhaka', 'Dhaka', 'ঢাকা', 'Atlantis'),
      neededBy: fc.constantFrom(`${isoDay(3)}T10:00:00Z`, `${isoDay(60)}T10:00:00Z`, 'soon'),
      with: fc.constantFrom(centerId, centerId, 'family', unknownId),
      donorId: fc.constantFrom(centerId, unknownId),
      isoDay: fc.constantFrom(20, 20, 40, 1, 400).map(isoDay),
      transactionId: fc
        .constantFrom('paid', 'pi_0123456789abcdefghijklmn', '')
        .map((which) => (which === 'paid' ? paid.transactionId : which)),
      at: fc.constantFrom('2026-11-25T10:00:00Z', new Date().toISOString(), '9999-01-01T00:00:00Z', 'now'),
      operationId: fc.constantFrom('op-1', 'op-2', 'op 3', ''),
      deferredUntil: fc.constantFrom(undefined, '2030-01-01', '2020-01-01'),
      center: fc.constantFrom('Clinic', ' CLINIC', 'Dhaka Medical College', 'Sylhet', ''),
      time: fc.constantFrom('09:30', '24:00'),
      timeZone: fc.constantFrom('Asia/Dhaka', 'Pacific/Apia', 'Mars/Olympus', '+06:00'),
      mapUrl: fc.constantFrom('https://maps.example/1', 'javascript:alert(1)', ''),
      // The first day of a series, or the address that emails come from.
      from: fc.oneof(
        { weight: 3, arbitrary: fc.integer({ min: 0, max: 2 }).map(isoDay) },
        { weight: 1, arbitrary: fc.constant(emailServer.from) },
      ),
      host: fc.constantFrom(emailServer.host, emailServer.host, 'https://127.0.0.1', ''),
      port: fc.constantFrom(emailServer.port, emailServer.port, 0, 65_536),
      to: fc.constantFrom(3, 91, 93).map(isoDay),
      until: fc.constantFrom(30, 30, 30, -400).map(isoDay),
      exceptions: fc.array(fc.integer({ min: 0, max: 9 }).map(isoDay), { maxLength: 3 }),
      weekdays: fc.constantFrom([2], [2, 4], [1, 2, 3, 4, 5, 6, 7], [0], []),
      opens: fc.constantFrom('09:00', '08:30', '00:00', '9:00'),
      closes: fc.constantFrom('17:00', '16:00', '24:00', '08:00'),
      slots: fc.constantFrom(1, 5, 5, 20, 0, 10_001),
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

/** This server refuses each connection immediately. */
const emailServer = { host: '127.0.0.1', port: 1, encryption: 'tls', from: 'team@example.org' } as const;

const isoDay = (days: number): string => utcDay(Date.now() + days * 86_400_000);

async function listOwn(app: TestApp, { email, token }: Member): Promise<{ _id: string; img?: string }[]> {
  const appointments = await app.send('GET', `/api/appointments?email=${email}`, { token });
  const photos = await app.send('GET', '/api/user/photos', { token });
  const { own } = (await photos.json()) as { own: { _id: string; img: string }[] };
  const opinions = await app.send('GET', '/api/opinions', { token });
  const lists = [appointments, opinions].map(async (list) => (await list.json()) as { _id: string }[]);
  return [...(await Promise.all(lists)).flat(), ...own];
}

/** Creates tokens like those in emails to a member. Some are expired or invalid. */
async function createLinkTokens(app: TestApp, { userId }: Member, ids: readonly string[]): Promise<string[]> {
  const reminders = new TextEncoder().encode(await app.secret('reminder-link-key'));
  const day = utcDay(Date.now() + 3 * 86_400_000);
  const issued = (['cancel', 'stop'] as const).flatMap((purpose) =>
    ids.flatMap((appointmentId) =>
      [-1, 1].map((sign) =>
        issueLinkToken(
          { linkKeys: { reminders } },
          { purpose, userId, appointmentId, day },
          Date.now() + sign * 86_400_000,
        ),
      ),
    ),
  );
  return [...issued, 'x', 'e30.e30.'];
}

/** Creates tokens like those in links to slots. Some are invalid. */
async function createAnswerTokens(app: TestApp, ids: readonly string[]): Promise<string[]> {
  const offers = new TextEncoder().encode(await app.secret('slot-offer-key'));
  return [...ids.map((id) => issueAnswerToken({ linkKeys: { offers } }, id)), 'x'];
}

async function createOfferTokensOf(app: TestApp, id: string): Promise<string[]> {
  const offers = new TextEncoder().encode(await app.secret('slot-offer-key'));
  const issue = (claims: OfferClaims) => issueOfferToken({ linkKeys: { offers } }, claims);
  const days = [41, 42, 40, -3].map((day) => isoDay(day) as Day);
  const issued = days.map((day) => issue({ purpose: 'move', id, day, time: '' }));
  return [...issued, issue({ purpose: 'waiting-list', id, day: isoDay(20) as Day, time: '' }), 'x', 'm.x.y'];
}

async function createPaidAppointment(app: TestApp, member: Member) {
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

/**
 * Returns a function that validates a response with an independent schema validator and returns the error, if
 * any.
 */
function createValidator(document: Document) {
  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);
  ajv.addSchema({ ...document, $id: 'openapi' });
  const compiled = new Map<object, ValidateFunction>();
  return (schema: object, response: unknown): string | undefined => {
    const known = compiled.get(schema);
    const validate = known ?? ajv.compile(withAbsoluteRefs(schema));
    if (!known) compiled.set(schema, validate);
    return validate(response) ? undefined : ajv.errorsText(validate.errors);
  };
}

/** Rewrites local references so that they resolve from outside the document. */
const withAbsoluteRefs = (schema: object): object =>
  JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"openapi#/')) as object;
