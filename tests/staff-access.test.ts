import type { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { centerRoles, type StaffRole, staffRoles } from '#contract/staff-access.ts';
import { endpoints } from '#server/endpoints.ts';
import { createTestApp, type Member, type TestApp } from './test-app.ts';

const AUTHOR = 'author@example.org';
const center = { name: 'Dhaka', address: 'Dhaka', timeZone: 'Asia/Dhaka' };
const series = { weekdays: [2], from: '2030-01-01', opens: '09:00', closes: '17:00', places: 10 };

/** For each endpoint of the staff side: a request, and the status for somebody who may send it. */
const requests: Record<
  string,
  { json?: object; status: number; code?: string; path?: () => Promise<string> }
> = {
  'GET /staff/me': { status: 200 },
  'GET /staff/shifts': { status: 200 },
  'DELETE /staff/shifts/:id': { status: 204, path: async () => `/staff/shifts/${addShift()}` },
  'GET /staff/members': { status: 200 },
  'POST /staff/members': { status: 200, json: { email: 'new@example.org', role: 'moderator' } },
  'DELETE /staff/members': {
    status: 204,
    json: { email: 'new@example.org', role: 'moderator' },
    path: async () => {
      database
        .prepare("insert or ignore into staff_invitations values ('new@example.org', 'moderator', '', 9e12)")
        .run();
      return '/staff/members';
    },
  },
  'GET /staff/log': { status: 200 },
  'GET /staff/centers': { status: 200 },
  'POST /staff/centers': { status: 200, path: async () => deleteCenters('/staff/centers'), json: center },
  'PUT /staff/centers/:id': { status: 200, path: async () => addCenter(), json: center },
  'GET /staff/centers/:id/series': { status: 200, path: async () => `${addCenter()}/series` },
  'POST /staff/centers/:id/series': { status: 200, path: async () => `${addCenter()}/series`, json: series },
  'PUT /staff/centers/:id/series/:seriesId': {
    status: 200,
    path: async () => `${addCenter()}/series/series`,
    json: series,
  },
  'GET /staff/centers/:id/closings': { status: 200, path: async () => `${addCenter()}/closings` },
  'POST /staff/centers/:id/closings': {
    status: 200,
    path: async () => `${addCenter()}/closings`,
    json: { date: '2030-01-01' },
  },
  'DELETE /staff/centers/:id/closings/:closingId': {
    status: 200,
    path: async () => `${addCenter()}/closings/closing`,
  },
  'POST /staff/centers/:id/donor-messages': {
    status: 200,
    path: async () => `${addCenter()}/donor-messages`,
    json: { date: '2030-01-01', message: 'Bring your card.' },
  },
  'GET /staff/follow-ups': { status: 200 },
  'GET /staff/centers/:id/affected': { status: 200, path: async () => `${addCenter()}/affected` },
  'PUT /staff/centers/:id/affected/:affectedId': {
    status: 200,
    path: async () => `${addCenter()}/affected/${addClosedAppointment()}`,
    json: { result: 'called' },
  },
  'DELETE /staff/centers/:id/series/:seriesId': {
    status: 200,
    path: async () => `${addCenter()}/series/series`,
  },
  'GET /staff/centers.csv': { status: 200 },
  'POST /staff/centers/import': { status: 200, json: { csv: '' } },
  'GET /staff/centers/:id/appointments': { status: 200, path: async () => `${addCenter()}/appointments` },
  'GET /staff/centers/:id/conflicts': {
    status: 200,
    path: async () => `${addCenter()}/conflicts?date=2030-01-01`,
  },
  'PUT /staff/appointments/:id/status': {
    status: 200,
    path: async () => `/staff/appointments/${addAppointment()}/status`,
    json: { status: 'arrived', at: new Date().toISOString(), operationId: 'one' },
  },
  'POST /staff/walk-ins': {
    status: 200,
    path: async () => {
      addCenter();
      return '/staff/walk-ins';
    },
    json: {
      ...{ centerId: 'own', name: 'Karim', bloodGroup: 'A+', operationId: 'one' },
      at: new Date().toISOString(),
    },
  },
  'GET /staff/pass-keys': { status: 200 },
  'GET /staff/figures': { status: 200 },
  'GET /staff/figures.csv': { status: 200 },
  'GET /staff/figures.pdf': { status: 200 },
  'GET /staff/moderation': { status: 200 },
  'PUT /staff/moderation/photo/:id': {
    status: 200,
    json: { decision: 'keep' },
    path: async () => `/staff/moderation/photo/${addReportedPhoto()}`,
  },
  'PUT /staff/moderation/review/:id': {
    status: 200,
    json: { decision: 'publish' },
    path: async () => `/staff/moderation/review/${addReview()}`,
  },
  'GET /staff/moderation/reviews': {
    status: 200,
    path: async () => '/staff/moderation/reviews?state=published',
  },
  'POST /staff/moderation/photo/:id/deletion': {
    status: 204,
    path: async () => `/staff/moderation/photo/${addReportedPhoto()}/deletion`,
  },
  'DELETE /staff/moderation/photo/:id': {
    status: 204,
    path: async () => `/staff/moderation/photo/${addDecision('photo', addReportedPhoto())}`,
  },
  'DELETE /staff/moderation/review/:id': {
    status: 204,
    path: async () => `/staff/moderation/review/${addDecision('review', addReview())}`,
  },
  'PUT /staff/moderation/photo/:id/hold': {
    status: 200,
    path: async () => `/staff/moderation/photo/${addReportedPhoto()}/hold`,
  },
  'PUT /staff/moderation/review/:id/hold': {
    status: 200,
    path: async () => `/staff/moderation/review/${addReview()}/hold`,
  },
  'DELETE /staff/moderation/photo/:id/hold': { status: 204 },
  'DELETE /staff/moderation/review/:id/hold': { status: 204 },
  'GET /staff/checklist': { status: 200 },
  'GET /staff/settings': { status: 200 },
  'PUT /staff/settings/email': {
    status: 204,
    json: { host: 'mail.example.org', port: 465, encryption: 'tls', from: 'a@example.org' },
  },
  'DELETE /staff/settings/email': {
    status: 204,
    path: async () => {
      database.prepare("insert or ignore into site_settings values ('email-server', '')").run();
      return '/staff/settings/email';
    },
  },
  'POST /staff/settings/email/test': {
    status: 200,
    json: {},
    path: async () => {
      database.prepare("delete from site_settings where name = 'email-server'").run();
      return '/staff/settings/email/test';
    },
  },
  'POST /staff/accounts/search': {
    status: 200,
    json: { account: AUTHOR },
  },
  'POST /staff/accounts/:id/changes': {
    status: 204,
    json: { change: 'enable' },
    path: async () => `/staff/accounts/${author.userId}/changes`,
  },
  'GET /staff/payments': { status: 200 },
  'GET /staff/payments/:id': { status: 200, path: async () => `/staff/payments/${addFailedRefund()}` },
  'POST /staff/payments/:id/refund': {
    status: 204,
    path: async () => `/staff/payments/${addFailedRefund()}/refund`,
  },
  'POST /staff/payments/:id/resolution': {
    status: 204,
    path: async () => `/staff/payments/${addFailedRefund()}/resolution`,
  },
  'PUT /staff/refund-hold': { status: 204 },
  'DELETE /staff/refund-hold': { status: 200 },
  'GET /staff/messages': { status: 200 },
  'POST /staff/messages/resend': { status: 200, json: { ids: ['message'] } },
  'DELETE /staff/messages': { status: 200, json: { ids: ['message'] } },
  'GET /staff/backups': { status: 200 },
  // Without BACKUP_DIR.
  'POST /staff/backups': { status: 409, code: 'backup-unavailable' },
  'POST /staff/log/verification': { status: 200, json: {} },
  'DELETE /staff/log': { status: 200 },
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

/** Adds the caller's center with a series, and another center. Returns the path of the first. */
function addCenter(): string {
  deleteCenters('');
  for (const id of ['own', 'foreign'])
    database
      .prepare(
        "insert into centers (id, name, name_key, address, time_zone, map_url, notes, version, changed_at) values (?, ?, ?, 'Dhaka', 'Asia/Dhaka', null, null, 1, 0)",
      )
      .run(id, id, id);
  const rule = JSON.stringify({ ...series, exceptions: [] });
  database.prepare("insert into center_series values ('series', 'own', ?)").run(rule);
  database
    .prepare("insert into center_closings values ('closing', 'own', '2030-01-08', '00:00', '24:00', null)")
    .run();
  return '/staff/centers/own';
}

/** Adds another member's appointment on a closed day of the center, and returns its id. */
function addClosedAppointment(): string {
  const id = crypto.randomUUID();
  database.prepare('delete from appointments where user_id = ?').run(author.userId);
  database
    .prepare(
      `insert into appointments (id, user_id, email, name, phone, center, blood_group, day, moves, status, center_id, place_time)
       values (?, ?, '', 'Rahim Uddin', '01712345678', 'Dhaka', 'O+', '2030-01-08', 0, 'booked', 'own', '')`,
    )
    .run(id, author.userId);
  database.prepare("insert or replace into places values ('own', '2030-01-08', '', 10, 1, 1)").run();
  database
    .prepare(
      `insert into closed_appointments (id, appointment_id, user_id, center_id, day, time, moves, created_at)
       values (?, ?, ?, 'own', '2030-01-08', '', 0, 0)`,
    )
    .run(id, id, author.userId);
  return id;
}

function deleteCenters(path: string): string {
  for (const table of ['centers', 'center_series', 'center_closings'])
    database.prepare(`delete from ${table}`).run();
  return path;
}

/** Gives the caller one role, a fresh shift, and a second factor unless told otherwise. */
function become(role: StaffRole | undefined, { centerId = '', secondFactor = true } = {}): void {
  for (const table of ['staff_roles', 'staff_shifts'])
    database.prepare(`delete from ${table} where user_id = ?`).run(caller.userId);
  if (role)
    database.prepare('insert into staff_roles values (?, ?, ?, 0)').run(caller.userId, role, centerId);
  database
    .prepare('update sessions set second_factor = ? where user_id = ?')
    .run(secondFactor ? 'totp' : null, caller.userId);
}

/** Adds a shift of the caller on another device and returns its id. */
function addShift(): string {
  const id = crypto.randomUUID();
  database
    .prepare("insert into staff_shifts values (?, ?, ?, '', 0, 9e12)")
    .run(id, caller.userId, `device ${id}`);
  return id;
}

/** Adds an appointment of another member today at the caller's center, and returns its id. */
function addAppointment(): string {
  addCenter();
  const id = crypto.randomUUID();
  const today = new Date().toLocaleDateString('en-CA', { timeZone: 'Asia/Dhaka' });
  database
    .prepare(
      `insert into appointments (id, user_id, email, name, phone, center, blood_group, day, center_id)
       values (?, ?, '', 'Rahim Uddin', '01712345678', 'own', 'O+', ?, 'own')`,
    )
    .run(id, id, today);
  return id;
}

/** Adds a photo of another member that was reported, and returns its id. */
function addReportedPhoto(): string {
  const id = crypto.randomUUID();
  database
    .prepare(
      "insert into photos (id, user_id, img, title, reports, reported_at) values (?, ?, ?, 'Donors', 1, 1)",
    )
    .run(id, author.userId, `/images/${id}`);
  return id;
}

/** Adds a waiting review of another member, and returns its id. */
function addReview(): string {
  const id = crypto.randomUUID();
  database
    .prepare(
      "insert into opinions (id, user_id, appointment_id, text, shown_name, state, created_at) values (?, ?, ?, 'Kind.', 'Rahima', 'waiting', 1)",
    )
    .run(id, author.userId, id);
  return id;
}

/** Adds a payment whose refund failed, with its step, and returns its transaction. */
function addFailedRefund(): string {
  const id = crypto.randomUUID();
  const values = [id, `appointment-${id}`, `pi_${id}`];
  database
    .prepare(
      "insert into charges (id, appointment_id, intent_id, amount, currency, status, created_at, check_at) values (?, ?, ?, 500, 'usd', 'refund-failed', 1, 1)",
    )
    .run(...values);
  database.prepare("insert into payment_steps values (?, 1, ?, ?, 'refund-failed', 'refund')").run(...values);
  return `pi_${id}`;
}

/** Adds a decision of the caller and returns the id of its item. */
function addDecision(kind: string, id: string): string {
  database
    .prepare(
      `insert into moderation_decisions (id, kind, item_id, user_id, title, decision, decided_by, decided_at, decided_with, previous, is_final, notifies)
       values (?, ?, ?, ?, '', 'keep', ?, ?, ?, '{"state":"waiting","decided_at":null}', 0, 1)`,
    )
    .run(id, kind, id, author.userId, caller.userId, Date.now(), id);
  if (kind === 'photo')
    database
      .prepare(
        `update moderation_decisions set previous = '{"reports":1,"reported_at":1,"hidden_at":null,"kept_at":null,"held_at":null,"isBlocked":false}' where id = ?`,
      )
      .run(id);
  return id;
}

/** Returns the status, and the code of an error. */
async function call(
  endpoint: (typeof staffEndpoints)[number],
  centerId?: string,
): Promise<[number, string?]> {
  const request = requests[nameOf(endpoint)];
  const { center } = endpoint.staff ?? {};
  const address = request?.path ? await request.path() : endpoint.path;
  const named = center === 'path' ? address.replace(':id', centerId ?? '') : address;
  const query = center === 'query' && centerId !== undefined ? `?centerId=${centerId}` : '';
  const json = center === 'body' && centerId !== undefined ? { ...request?.json, centerId } : request?.json;
  const response = await app.send(endpoint.method, `/api${named}${query}`, { json, token: caller.token });
  return response.status < 300
    ? [response.status]
    : [response.status, ((await response.json()) as { error: { code: string } }).error.code];
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
    const { status, code } = requests[name] ?? {};
    const allowed = code ? [status, code] : [status];

    test.each(staffRoles)('as %s', async (role) => {
      become(role, { centerId: centerRoles.includes(role) ? 'own' : '' });
      const expected = staff?.roles.includes(role) ? allowed : [404, 'not-found'];
      expect(await call(endpoint, 'own')).toEqual(expected);
      // The tests below call the path of another center.
      if (staff?.center !== 'query' && staff?.center !== 'body') return;
      const isBound = centerRoles.includes(role);
      expect(await call(endpoint, 'foreign')).toEqual(isBound ? [404, 'not-found'] : expected);
      const needsCenter = isBound && !staff.isCenterOptional;
      const unnamed = staff.center === 'body' && expected === allowed ? [422, 'invalid-fields'] : expected;
      const withoutCenter = await call(endpoint, staff.center === 'body' ? '' : undefined);
      expect(withoutCenter).toEqual(needsCenter ? [404, 'not-found'] : unnamed);
    });

    if (staff?.center === 'path' || staff?.center === 'appointment')
      test.each(centerRoles)('as %s of another center', async (role) => {
        become(role, { centerId: 'other' });
        expect(await call(endpoint)).toEqual([404, 'not-found']);
      });

    const allowedRoles = staff?.roles ?? [];
    const centerOf = (role: StaffRole) => (centerRoles.includes(role) ? 'own' : '');

    test.each(allowedRoles)('as %s without the role, and with the role removed meanwhile', async (role) => {
      become(role, { centerId: centerOf(role) });
      expect(await call(endpoint, 'own')).toEqual(allowed);
      database.prepare('delete from staff_roles where user_id = ?').run(caller.userId);
      expect(await call(endpoint, 'own')).toEqual([404, 'not-found']);
    });

    test.each(allowedRoles)('as %s after the shift', async (role) => {
      become(role, { centerId: centerOf(role) });
      expect(await call(endpoint, 'own')).toEqual(allowed);
      database.prepare('update staff_shifts set ends_at = 1 where user_id = ?').run(caller.userId);
      expect(await call(endpoint, 'own')).toEqual([409, 'shift-ended']);
    });

    test.each(allowedRoles)('as %s without a second factor', async (role) => {
      become(role, { centerId: centerOf(role), secondFactor: false });
      const expected = staff?.secondFactor ? [409, 'second-factor-needed'] : allowed;
      expect(await call(endpoint, 'own')).toEqual(expected);
    });
  },
);

test('a series of another center cannot be changed by the path of the own center', async () => {
  become('coordinator', { centerId: 'own' });
  const path = `/api${addCenter()}/series/foreign-series`;
  const rule = JSON.stringify({ ...series, exceptions: [] });
  database.prepare("insert into center_series values ('foreign-series', 'foreign', ?)").run(rule);
  const rows = () => database.prepare('select * from center_series order by id').all();
  const before = rows();
  for (const [method, json] of [['PUT', { ...series, places: 1 }], ['DELETE']] as const)
    expect((await app.send(method, path, { json, token: caller.token })).status).toBe(404);
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
    expect(await send(...member, 'text/plain', 'x')).toEqual([isStaff ? 415 : 404, null]);
    expect(await send(...member, 'application/json', '{')).toEqual([isStaff ? 400 : 404, null]);
    const large = JSON.stringify({ email: 'x'.repeat(70_000) });
    expect(await send(...member, 'application/json', large)).toEqual([isStaff ? 413 : 404, null]);
  }
});

test('the id of a center cannot name the chain of the site, nor put other text in the log', async () => {
  become('owner');
  const add = async (centerId: string) =>
    (
      await app.send('POST', '/api/staff/members', {
        json: { email: 'door@example.org', role: 'door', centerIds: [centerId] },
        token: caller.token,
      })
    ).status;
  for (const centerId of ['site', '', 'a b', 'nasrin@example.org', 'x'.repeat(65)])
    expect([centerId, await add(centerId)]).toEqual([centerId, 422]);
  addCenter();
  expect(await add('no-such-center')).toBe(422);
  expect(await add('own')).toBe(200);
});

test("a decision takes a listed reason, the moderator's own text, or none", async () => {
  become('moderator');
  const refuse = async (reason?: string) => {
    const id = addReview();
    const path = `/api/staff/moderation/review/${id}`;
    const response = await app.send('PUT', path, {
      json: { decision: 'refuse', reason },
      token: caller.token,
    });
    const stored = database
      .prepare('select reason, note from moderation_decisions where item_id = ?')
      .get(id);
    return [response.status, stored?.reason, stored?.note];
  };
  expect(await refuse('off-topic')).toEqual([200, 'off-topic', null]);
  expect(await refuse('It names a doctor')).toEqual([200, null, 'It names a doctor']);
  expect(await refuse()).toEqual([200, null, null]);
  expect(await refuse('x'.repeat(201))).toEqual([422, undefined, undefined]);
});
