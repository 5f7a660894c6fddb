import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { centerRoles, type StaffRole, staffRoles } from '#contract/staff-access.ts';
import { endpoints } from '#server/endpoints.ts';
import { createTestApp, type Member, type TestApp } from './test-app.ts';

/** For each endpoint of the staff side: a request, and the status for somebody who may send it. */
const requests: Record<string, { json?: object; status: number; path?: () => Promise<string> }> = {
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
  'GET /staff/figures': { status: 200 },
  'GET /staff/figures.csv': { status: 200 },
  'GET /staff/figures.pdf': { status: 200 },
};

const staffEndpoints = endpoints.filter(({ access }) => access === 'staff');
const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;

let app: TestApp;
let database: DatabaseSync;
let caller: Member;
beforeAll(async () => {
  app = await createTestApp();
  database = new DatabaseSync(join(app.dataDir, 'blood-buddies.db'));
  caller = await app.register();
});
afterAll(async () => {
  database.close();
  await app[Symbol.asyncDispose]();
});

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
  const json = center === 'body' ? { ...request?.json, centerId } : request?.json;
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
    const allowed = [requests[name]?.status];

    test.each(staffRoles)('as %s', async (role) => {
      become(role, { centerId: centerRoles.includes(role) ? 'own' : '' });
      const expected = staff?.roles.includes(role) ? allowed : [404, 'not-found'];
      expect(await call(endpoint, 'own')).toEqual(expected);
      if (!staff?.center) return;
      const isBound = centerRoles.includes(role);
      expect(await call(endpoint, 'foreign')).toEqual(isBound ? [404, 'not-found'] : expected);
      if (staff.center === 'path') return;
      const needsCenter = isBound && !staff.isCenterOptional;
      expect(await call(endpoint)).toEqual(needsCenter ? [404, 'not-found'] : expected);
    });

    test('without a role, and with a role removed meanwhile', async () => {
      become('owner');
      expect(await call(endpoint)).toEqual(allowed);
      database.prepare('delete from staff_roles where user_id = ?').run(caller.userId);
      expect(await call(endpoint)).toEqual([404, 'not-found']);
    });

    test('after the shift', async () => {
      become('owner');
      expect(await call(endpoint)).toEqual(allowed);
      database.prepare('update staff_shifts set ends_at = 1 where user_id = ?').run(caller.userId);
      expect(await call(endpoint)).toEqual([409, 'shift-ended']);
    });

    test('without a second factor', async () => {
      become('owner', { secondFactor: false });
      expect(await call(endpoint)).toEqual(staff?.secondFactor ? [409, 'second-factor-needed'] : allowed);
    });
  },
);

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
  expect(await add('0193aa11-0000-7000-8000-000000000000')).toBe(200);
});
