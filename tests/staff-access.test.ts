import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { centerRoles, type StaffRole, staffRoles } from '#contract/staff-access.ts';
import { endpoints } from '#server/endpoints.ts';
import { createTestApp, type Member, type TestApp } from './test-app.ts';

const AUTHOR = 'author@example.org';
const center = { name: 'Dhaka', address: 'Dhaka', timeZone: 'Asia/Dhaka' };
const series = { weekdays: [2], from: '2030-01-01', opens: '09:00', closes: '17:00', slots: 10 };

/**
 * `prepare` adds the data of the request and returns the id in the path. `status` is that of the response to
 * a permitted caller.
 */
type StaffRequest = {
  json?: object;
  query?: string;
  status?: number;
  code?: string;
  prepare?: () => unknown;
};

/** A request for each endpoint of the staff side. The paths of centers name the center `own`. */
const requests: Record<string, StaffRequest> = {
  'GET /staff/me': {},
  'GET /staff/shifts': {},
  'DELETE /staff/shifts/:id': { status: 204, prepare: addShift },
  'GET /staff/members': {},
  'POST /staff/members': { json: { email: 'new@example.org', role: 'moderator' } },
  'DELETE /staff/members': {
    status: 204,
    json: { email: 'new@example.org', role: 'moderator' },
    prepare: () =>
      run("insert or ignore into staff_invitations values ('new@example.org', 'moderator', '', 9e12)"),
  },
  'GET /staff/log': {},
  'GET /staff/centers': {},
  'POST /staff/centers': { json: center, prepare: deleteCenters },
  'PUT /staff/centers/:id': { json: center },
  'GET /staff/centers/:id/series': {},
  'POST /staff/centers/:id/series': { json: series },
  'PUT /staff/centers/:id/series/:seriesId': { json: series },
  'DELETE /staff/centers/:id/series/:seriesId': {},
  'GET /staff/centers/:id/closings': {},
  'POST /staff/centers/:id/closings': { json: { date: '2030-01-01' } },
  'DELETE /staff/centers/:id/closings/:closingId': {},
  'GET /staff/centers/:id/donor-messages': { query: '?date=2030-01-01' },
  'POST /staff/centers/:id/donor-messages/preview': {
    json: { date: '2030-01-01', message: 'Bring your card.' },
  },
  'POST /staff/centers/:id/donor-messages': { json: { date: '2030-01-01', message: 'Bring your card.' } },
  'GET /staff/centers/:id/unconfirmed-bookings': {},
  'POST /staff/centers/:id/unconfirmed-bookings/cancellation': { json: { appointmentIds: ['none'] } },
  'GET /staff/open-tasks': {},
  'GET /staff/centers/:id/affected': {},
  'PUT /staff/centers/:id/affected/:affectedId': {
    json: { result: 'called' },
    prepare: addDisplacedAppointment,
  },
  'GET /staff/centers.csv': {},
  'POST /staff/centers/import': { json: { csv: '' } },
  'GET /staff/centers/:id/appointments': {},
  'GET /staff/centers/:id/appointments.csv': {},
  'GET /staff/centers/:id/conflicts': { query: '?date=2030-01-01' },
  'PUT /staff/appointments/:id/status': {
    json: { status: 'arrived', at: new Date().toISOString(), operationId: 'one' },
    prepare: addAppointment,
  },
  'POST /staff/walk-ins': {
    json: {
      centerId: 'own',
      name: 'Karim',
      bloodGroup: 'A+',
      operationId: 'one',
      at: new Date().toISOString(),
    },
    prepare: addCenters,
  },
  'POST /staff/sealed-walk-ins': {
    json: { centerId: 'own', operationId: 'one', keyId: 0, sealed: '' },
    prepare: addCenters,
    status: 422,
    code: 'unreadable-walk-in',
  },
  'GET /staff/device-keys': {},
  'GET /staff/pass-keys': {},
  'GET /staff/figures': {},
  'GET /staff/figures.csv': {},
  'GET /staff/content': {},
  'GET /staff/content/:kind/:id': { prepare: addContent },
  'POST /staff/content/:kind': { json: { draft: {} } },
  'PUT /staff/content/:kind/order': { json: { ids: [] } },
  'PUT /staff/content/:kind/:id': { json: { revision: 1, draft: {} }, prepare: addContent },
  'POST /staff/content/:kind/:id/publish': { json: { revision: 1 }, prepare: addContent },
  'POST /staff/content/:kind/:id/preview': {
    json: { draft: {}, language: 'en' },
    status: 404,
    code: 'not-found',
  },
  'DELETE /staff/content/:kind/:id': { status: 204, json: { revision: 1 }, prepare: addContent },
  'GET /staff/content/:kind/:id/versions': { prepare: addContent },
  'POST /staff/content/:kind/:id/restore': { json: { version: 1 }, prepare: addContent },
  'GET /staff/requests': {},
  'PUT /staff/requests/:id': { json: { decision: 'approve' }, prepare: () => addBloodRequest() },
  'PUT /staff/requests/:id/claim': { prepare: () => addBloodRequest() },
  'DELETE /staff/requests/:id/claim': { status: 204 },
  'POST /staff/requests/:id/given': { json: { bags: 1 }, prepare: () => addBloodRequest('open') },
  'GET /staff/request-rules': {},
  'PUT /staff/request-rules': { json: { withoutApproval: ['Dhaka'], waveMinutes: 20 } },
  'GET /staff/needs': {},
  'PUT /staff/needs': { json: { bloodGroup: 'O-', district: 'Dhaka', level: 'urgent' } },
  'GET /staff/moderation': {},
  'PUT /staff/moderation/photo/:id': { json: { decision: 'keep' }, prepare: addReportedPhoto },
  'PUT /staff/moderation/review/:id': { json: { decision: 'publish' }, prepare: addReview },
  'GET /staff/moderation/reviews': { query: '?state=published' },
  'POST /staff/moderation/photo/:id/deletion': { status: 204, prepare: addReportedPhoto },
  'DELETE /staff/moderation/photo/:id': {
    status: 204,
    prepare: () => addDecision('photo', addReportedPhoto()),
  },
  'DELETE /staff/moderation/review/:id': { status: 204, prepare: () => addDecision('review', addReview()) },
  'PUT /staff/moderation/photo/:id/claim': { prepare: addReportedPhoto },
  'PUT /staff/moderation/review/:id/claim': { prepare: addReview },
  'DELETE /staff/moderation/photo/:id/claim': { status: 204 },
  'DELETE /staff/moderation/review/:id/claim': { status: 204 },
  'GET /staff/checklist': {},
  'GET /staff/settings': {},
  'PUT /staff/settings/email': {
    status: 204,
    json: { host: 'mail.example.org', port: 465, encryption: 'tls', from: 'a@example.org' },
  },
  'DELETE /staff/settings/email': {
    status: 204,
    prepare: () => run("insert or ignore into site_settings values ('email-server', '')"),
  },
  'POST /staff/settings/email/test': {
    json: {},
    prepare: () => run("delete from site_settings where name = 'email-server'"),
  },
  'POST /staff/accounts/search': { json: { account: AUTHOR } },
  'POST /staff/accounts/:id/changes': {
    status: 204,
    json: { change: 'enable' },
    prepare: () => author.userId,
  },
  'POST /staff/accounts/:id/export': { prepare: () => author.userId },
  'PUT /staff/accounts/:id/deletion-request': { status: 204, prepare: () => author.userId },
  'DELETE /staff/accounts/:id/deletion-request': { status: 204, prepare: addDeletionRequest },
  'POST /staff/accounts/:id/deletion': { status: 204, prepare: addDeletionRequest },
  'GET /staff/payments': {},
  'GET /staff/payments/:id': { prepare: addFailedRefund },
  'POST /staff/payments/:id/refund': { status: 204, prepare: addFailedRefund },
  'POST /staff/payments/:id/resolution': { status: 204, prepare: addFailedRefund },
  'PUT /staff/refund-pause': { status: 204 },
  'DELETE /staff/refund-pause': {},
  'GET /staff/messages': {},
  'POST /staff/messages/resend': { json: { ids: ['message'] } },
  'DELETE /staff/messages': { json: { ids: ['message'] } },
  'GET /staff/imported-donations': {},
  'POST /staff/imported-donations': { json: { csv: '' } },
  'DELETE /staff/imported-donations': {},
  'GET /staff/backups': {},
  // The site has no BACKUP_DIR.
  'POST /staff/backups': { status: 409, code: 'backup-unavailable' },
  'POST /staff/log/verification': { json: {} },
  'DELETE /staff/log': {},
};

const staffEndpoints = endpoints.filter(({ access }) => access === 'staff');
const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;

let app: TestApp;
let database: DatabaseSync;
let caller: Member;
let author: Member;
beforeAll(async () => {
  app = await createTestApp();
  database = app.openSqlite();
  caller = await app.register();
  author = await app.registerConfirmed(AUTHOR);
});
afterAll(async () => {
  database.close();
  await app[Symbol.asyncDispose]();
});

const run = (sql: string, ...values: SQLInputValue[]) => database.prepare(sql).run(...values);

/** Adds the caller's center with a series and a closing, and another center. */
function addCenters(): void {
  deleteCenters();
  for (const id of ['own', 'foreign'])
    run(
      "insert into centers (id, name, name_key, address, time_zone, version, changed_at) values (?, ?, ?, 'Dhaka', 'Asia/Dhaka', 1, 0)",
      ...[id, id, id],
    );
  const rule = JSON.stringify({ ...series, exceptions: [] });
  run("insert into center_series values ('series', 'own', ?)", rule);
  run("insert into center_closings values ('closing', 'own', '2030-01-08', '00:00', '24:00', null)");
}

/** Adds another member's appointment on a closed day of the center, and returns its id. */
function addDisplacedAppointment(): string {
  const id = crypto.randomUUID();
  run('delete from appointments where user_id = ?', author.userId);
  run(
    `insert into appointments (id, user_id, email, name, phone, center, center_key, blood_group, day, moves, status, center_id, slot_time)
     values (?, ?, '', 'Rahim Uddin', '01712345678', 'Dhaka', 'dhaka', 'O+', '2030-01-08', 0, 'booked', 'own', '')`,
    ...[id, author.userId],
  );
  run("insert or replace into slots values ('own', '2030-01-08', '', 10, 1, 1)");
  run(
    `insert into closed_appointments (id, appointment_id, user_id, center_id, day, time, moves, created_at)
     values (?, ?, ?, 'own', '2030-01-08', '', 0, 0)`,
    ...[id, id, author.userId],
  );
  return id;
}

function deleteCenters(): void {
  for (const table of ['centers', 'center_series', 'center_closings']) run(`delete from ${table}`);
}

/** Leaves the caller with this role only, without a shift and with a second factor. */
function become(role: StaffRole | undefined, centerId = ''): void {
  for (const table of ['staff_roles', 'staff_shifts'])
    run(`delete from ${table} where user_id = ?`, caller.userId);
  if (role) run('insert into staff_roles values (?, ?, ?, 0)', caller.userId, role, centerId);
  run("update sessions set second_factor = 'totp' where user_id = ?", caller.userId);
}

/** Adds a shift of the caller on another device and returns its id. */
function addShift(): string {
  const id = crypto.randomUUID();
  run("insert into staff_shifts values (?, ?, ?, '', 0, 9e12)", id, caller.userId, `device ${id}`);
  return id;
}

/** Adds an appointment of another member today at the caller's center, and returns its id. */
function addAppointment(): string {
  addCenters();
  const id = crypto.randomUUID();
  const today = new Date().toLocaleDateString('en-CA', { timeZone: 'Asia/Dhaka' });
  run(
    `insert into appointments (id, user_id, email, name, phone, center, center_key, blood_group, day, center_id)
     values (?, ?, '', 'Rahim Uddin', '01712345678', 'own', 'own', 'O+', ?, 'own')`,
    ...[id, id, today],
  );
  return id;
}

/** Adds a photo of another member that was reported, and returns its id. */
function addReportedPhoto(): string {
  const id = crypto.randomUUID();
  run(
    "insert into photos (id, user_id, picture_id, title, reports, reported_at) values (?, ?, ?, 'Donors', 1, 1)",
    ...[id, author.userId, id],
  );
  return id;
}

/** Adds a request for blood of another member, and returns its id. */
function addBloodRequest(state = 'waiting'): string {
  const id = crypto.randomUUID();
  run(
    `insert into blood_requests (id, user_id, blood_group, component, bags, district, hospital, needed_by, initials, relation, phone, state, created_at)
     values (?, ?, 'A+', 'plasma', 2, 'Dhaka', 'Clinic', 9e12, 'R. K.', 'son', '01712345678', ?, 0)`,
    ...[id, author.userId, state],
  );
  return id;
}

/** Adds a waiting review of another member, and returns its id. */
function addReview(): string {
  const id = crypto.randomUUID();
  run(
    "insert into reviews (id, user_id, appointment_id, text, public_name, state, created_at) values (?, ?, ?, 'Kind.', 'Rahima', 'waiting', 1)",
    ...[id, author.userId, id],
  );
  return id;
}

/** Adds a page of the site's content with one version, and returns its id. */
function addContent(): string {
  const id = crypto.randomUUID();
  const page = JSON.stringify({ slug: id, title: { en: 'About us' }, body: { en: 'We collect blood.' } });
  run("insert into content values ('page', ?, 0, 1, ?, null, null, 0, null)", id, page);
  run("insert into content_versions values ('page', ?, 1, ?, 0)", id, page);
  return id;
}

/** Adds a payment and a log entry for its failed refund. Returns the payment's transaction. */
function addFailedRefund(): string {
  const id = crypto.randomUUID();
  const values = [id, `appointment-${id}`, `pi_${id}`];
  run(
    "insert into payments (id, appointment_id, intent_id, amount, currency, status, created_at, expires_at) values (?, ?, ?, 500, 'usd', 'refund-failed', 1, 1)",
    ...values,
  );
  run("insert into payment_steps values (?, 1, ?, ?, 'refund-failed', 'refund')", ...values);
  return `pi_${id}`;
}

/** Registers a member whose deletion the operator has requested. Returns the id of the account. */
async function addDeletionRequest(): Promise<string> {
  const { userId } = await app.registerConfirmed();
  run('insert into deletion_requests values (?, null, 1)', userId);
  return userId;
}

/** The state of a photo or a review before the decision. */
const previousState = {
  photo:
    '{"reports":1,"reported_at":1,"hidden_at":null,"kept_at":null,"over_limit_at":null,"isBlocked":false}',
  review: '{"state":"waiting","decided_at":null}',
};

/** Adds a decision of the caller and returns the id of its item. */
function addDecision(kind: keyof typeof previousState, id: string): string {
  run(
    `insert into moderation_decisions (id, kind, item_id, user_id, title, decision, decided_by, decided_at, decided_with, previous, is_final, notifies)
     values (?, ?, ?, ?, '', 'keep', ?, ?, ?, ?, 0, 1)`,
    ...[id, kind, id, author.userId, caller.userId, Date.now(), id, previousState[kind]],
  );
  return id;
}

/** Returns the status, and the code of an error. */
async function call(
  endpoint: (typeof staffEndpoints)[number],
  centerId?: string,
): Promise<[number, string?]> {
  const { json, query = '', prepare } = requests[nameOf(endpoint)] ?? {};
  if (endpoint.path.startsWith('/staff/centers/:id')) addCenters();
  const id = await prepare?.();
  const path = endpoint.path
    .replace('/centers/:id', '/centers/own')
    .replace(':seriesId', 'series')
    .replace(':closingId', 'closing')
    .replace(':kind', 'page')
    .replace(/:\w+/, String(id));
  const { center } = endpoint.staff ?? {};
  const named = centerId === undefined ? undefined : { centerId };
  const address = center === 'query' ? `${path}?${new URLSearchParams(named)}` : `${path}${query}`;
  const response = await app.send(endpoint.method, `/api${address}`, {
    json: center === 'body' ? { ...json, ...named } : json,
    token: caller.token,
  });
  const { status } = response;
  return status < 300 ? [status] : [status, (await response.json()).error.code];
}

test('every endpoint under /staff says who may call it, and has a request here', () => {
  const others = endpoints
    .filter(({ path }) => path.startsWith('/staff'))
    .filter((e) => e.access !== 'staff');
  expect(others.map(nameOf)).toEqual(['POST /staff/join']);
  expect(staffEndpoints.map(nameOf).sort()).toEqual(Object.keys(requests).sort());
});

describe.each(staffEndpoints.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
  '%s',
  (name, endpoint) => {
    const { staff } = endpoint;
    const { status = 200, code } = requests[name] ?? {};
    const allowed = code ? [status, code] : [status];
    const notFound = [404, 'not-found'];
    const becomeAtCenter = (role: StaffRole) => become(role, centerRoles.includes(role) ? 'own' : '');

    test.each(staffRoles)('as %s', async (role) => {
      becomeAtCenter(role);
      const expected = staff?.roles.includes(role) ? allowed : notFound;
      expect(await call(endpoint, 'own')).toEqual(expected);
      // The tests below call the path of another center.
      if (staff?.center !== 'query' && staff?.center !== 'body') return;
      const isBound = centerRoles.includes(role);
      expect(await call(endpoint, 'foreign')).toEqual(isBound ? notFound : expected);
      const needsCenter = isBound && !staff.isCenterOptional;
      const unnamed = staff.center === 'body' && expected === allowed ? [422, 'invalid-fields'] : expected;
      const withoutCenter = await call(endpoint, staff.center === 'body' ? '' : undefined);
      expect(withoutCenter).toEqual(needsCenter ? notFound : unnamed);
    });

    if (staff?.center === 'path' || staff?.center === 'appointment')
      test.each(centerRoles)('as %s of another center', async (role) => {
        become(role, 'other');
        expect(await call(endpoint)).toEqual(notFound);
      });

    test.each(staff?.roles ?? [])(
      'as %s whose role was removed, whose shift has ended, or who has no second factor',
      async (role) => {
        for (const [change, expected] of [
          ['delete from staff_roles', notFound],
          ['update staff_shifts set ends_at = 1', [409, 'shift-ended']],
          [
            'update sessions set second_factor = null',
            staff?.secondFactor ? [409, 'second-factor-needed'] : allowed,
          ],
        ] as const) {
          becomeAtCenter(role);
          expect(await call(endpoint, 'own')).toEqual(allowed);
          run(`${change} where user_id = ?`, caller.userId);
          expect(await call(endpoint, 'own'), change).toEqual(expected);
        }
      },
    );
  },
);

test('a series of another center cannot be changed by the path of the own center', async () => {
  become('coordinator', 'own');
  addCenters();
  const path = '/staff/centers/own/series/foreign-series';
  const rule = JSON.stringify({ ...series, exceptions: [] });
  run("insert into center_series values ('foreign-series', 'foreign', ?)", rule);
  const rows = () => database.prepare('select * from center_series order by id').all();
  const before = rows();
  for (const [method, json] of [['PUT', { ...series, slots: 1 }], ['DELETE']] as const)
    expect((await app.callApi(caller, method, path, json)).status).toBe(404);
  expect(rows()).toEqual(before);
});

test('a request without a role is 404 before anything of it is read', async () => {
  const send = async (method: string, path: string, type: string, body: string) => {
    const headers = { 'Content-Type': type };
    const response = await app.send(method, path, { headers, body, token: caller.token });
    return [response.status, response.headers.get('allow')];
  };
  const member = ['POST', '/api/staff/members'] as const;
  for (const role of [undefined, 'owner'] as const) {
    become(role);
    const isStaff = role !== undefined;
    expect(await send('PATCH', '/api/staff/log', 'application/json', '{}')).toEqual(
      isStaff ? [405, 'GET, DELETE, HEAD'] : [404, null],
    );
    // Members without a role may join.
    expect(await send('PATCH', '/api/staff/join', 'application/json', '{}')).toEqual([405, 'POST']);
    expect(await send(...member, 'text/plain', 'x')).toEqual([isStaff ? 415 : 404, null]);
    expect(await send(...member, 'application/json', '{')).toEqual([isStaff ? 400 : 404, null]);
    const large = JSON.stringify({ email: 'x'.repeat(70_000) });
    expect(await send(...member, 'application/json', large)).toEqual([isStaff ? 413 : 404, null]);
  }
});

test('the id of a center cannot put other text in the log', async () => {
  become('owner');
  const add = async (centerId: string) => {
    const membership = { email: 'door@example.org', role: 'door', centerIds: [centerId] };
    return (await app.callApi(caller, 'POST', '/staff/members', membership)).status;
  };
  for (const centerId of ['site', '', 'a b', 'nasrin@example.org', 'x'.repeat(65)])
    expect([centerId, await add(centerId)]).toEqual([centerId, 422]);
  addCenters();
  expect(await add('no-such-center')).toBe(422);
  expect(await add('own')).toBe(200);
});

test("a center's role without a center can be removed, but not added", async () => {
  become('owner');
  const { userId, email } = await app.registerConfirmed();
  database.prepare("insert into staff_roles values (?, 'door', '', 0)").run(userId);
  const send = async (method: string, body: object) =>
    (await app.callApi(caller, method, '/staff/members', { ...body, role: 'door', centerIds: [] })).status;
  expect(await send('POST', { email })).toBe(422);
  expect(await send('DELETE', { userId })).toBe(204);
  expect(await send('DELETE', { userId })).toBe(404);
});

test("a decision takes a listed reason, the moderator's own text, or none", async () => {
  become('moderator');
  const refuse = async (reason?: string) => {
    const id = addReview();
    const decision = { decision: 'refuse', reason };
    const { status } = await app.callApi(caller, 'PUT', `/staff/moderation/review/${id}`, decision);
    const stored = database
      .prepare('select reason, note from moderation_decisions where item_id = ?')
      .get(id);
    return [status, stored?.reason, stored?.note];
  };
  expect(await refuse('off-topic')).toEqual([200, 'off-topic', null]);
  expect(await refuse('It names a doctor')).toEqual([200, null, 'It names a doctor']);
  expect(await refuse()).toEqual([200, null, null]);
  expect(await refuse('x'.repeat(201))).toEqual([422, undefined, undefined]);
});
