import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { utcDay } from '#contract/days.ts';
import { addAppointment, createTestApp, type Member, type TestApp } from './test-app.ts';

let app: TestApp;
let owner: Member;
let centerId: string;
const isoDay = (ahead: number) => utcDay(Date.now() + ahead * 86_400_000);
const clinicDay = isoDay(2);
const closedDay = isoDay(3);
beforeAll(async () => {
  app = await createTestApp();
  owner = await app.register();
  app.giveRole(owner, 'owner');
  const center = { name: 'Dhaka', address: '12 Green Road, Dhaka', timeZone: 'Asia/Dhaka', notes: 'Gate 2' };
  centerId = (await change('/centers', center)).insertedId;
  await change('/centers', { name: 'London', address: 'High Street', timeZone: 'Europe/London' });
  const days = { weekdays: [1, 2, 3, 4, 5, 6, 7], from: isoDay(1), until: isoDay(5) };
  const series = { ...days, opens: '09:00', closes: '10:00', intervalMinutes: 30, slots: 2 };
  await change(`/centers/${centerId}/series`, series);
  await change(`/centers/${centerId}/closings`, { date: closedDay });
});
afterAll(() => app[Symbol.asyncDispose]());

async function change(path: string, json: object) {
  const { status, body } = await app.callApi<{ insertedId: string }>(owner, 'POST', `/staff${path}`, json);
  expect(status).toBe(200);
  return body;
}

const id = { type: 'string', pattern: '^[A-Za-z0-9.-]{1,64}$' };
/** FHIR `instant`: to the second at least, with an offset. */
const instant = {
  type: 'string',
  format: 'date-time',
  pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?(Z|[+-]\\d\\d:\\d\\d)$',
};
const url = { type: 'string', format: 'uri', pattern: '^https?://' };
const text = { type: 'string', minLength: 1 };
const object = (properties: Record<string, object>, optional: string[] = []) => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
});
const listOf = (items: object) => ({ type: 'array', items, minItems: 1 });
/** A value that is required, or an extension that says why it is absent. */
const valueOrReason = (name: string) => ({ anyOf: [{ required: [name] }, { required: [`_${name}`] }] });

const profile = 'http://fhir-registry.smarthealthit.org/StructureDefinition';

/**
 * The rules of SMART Scheduling Links (HL7/smart-scheduling-links, specification.md and input/fsh/profiles).
 */
const schemas = {
  manifest: object({
    transactionTime: instant,
    request: { ...url, pattern: '\\$bulk-publish$' },
    output: listOf(object({ type: { enum: ['Location', 'Schedule', 'Slot'] }, url })),
    error: { type: 'array', maxItems: 0 },
  }),
  Location: object(
    {
      resourceType: { const: 'Location' },
      id,
      name: text,
      description: text,
      telecom: listOf(object({ system: { enum: ['phone', 'url', 'email'] }, value: text })),
      address: {
        ...object({ line: listOf(text) }),
        allOf: ['city', 'state', 'postalCode'].map(valueOrReason),
      },
    },
    ['description'],
  ),
  Schedule: object({
    resourceType: { const: 'Schedule' },
    id,
    actor: listOf(object({ reference: { type: 'string', pattern: '^Location/' }, display: text })),
    serviceType: listOf(object({ coding: listOf(object({ system: url, code: text, display: text })) })),
  }),
  Slot: object({
    resourceType: { const: 'Slot' },
    id,
    start: instant,
    end: instant,
    schedule: object({ reference: { type: 'string', pattern: '^Schedule/' } }),
    status: { enum: ['free', 'busy'] },
    extension: listOf({
      oneOf: [
        object({ url: { const: `${profile}/booking-deep-link` }, valueUrl: url }),
        object({
          url: { const: `${profile}/slot-capacity` },
          valueInteger: { type: 'integer', minimum: 1 },
        }),
      ],
    }),
  }),
};
type Slot = { id: string; status: string; start: string; end: string; schedule: { reference: string } };

const ajv = addFormats.default(new Ajv2020({ strict: false }));
function expectValid(name: string, value: unknown): void {
  const validate = ajv.compile(schemas[name as keyof typeof schemas]);
  expect([validate(value), validate.errors]).toEqual([true, null]);
}

async function read(address: string) {
  const response = await app.send('GET', address.replace(app.config.publicUrl, ''));
  expect([address, response.status]).toEqual([address, 200]);
  expect(response.headers.get('cache-control')).toBe('public, max-age=60');
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
  return response;
}

/** Reads what a client reads: the manifest, and each file that it names. */
async function readAll() {
  const manifest = (await (await read('/centers/$bulk-publish')).json()) as {
    output: { type: string; url: string }[];
  };
  expectValid('manifest', manifest);
  const resources = new Map<string, Record<string, unknown>[]>([['Slot', []]]);
  for (const { type, url } of manifest.output) {
    const response = await read(url);
    expect(response.headers.get('content-type')).toBe('application/fhir+ndjson');
    const lines = (await response.text()).split('\n');
    expect(lines.pop()).toBe('');
    const parsed = lines.map((line) => JSON.parse(line));
    for (const resource of parsed) expectValid(type, resource);
    resources.set(type, [...(resources.get(type) ?? []), ...parsed]);
  }
  return {
    locations: resources.get('Location') ?? [],
    schedules: resources.get('Schedule') ?? [],
    slots: resources.get('Slot') as unknown as Slot[],
  };
}

test('publishes centers and slots by the rules of the profile', async () => {
  const { locations, schedules, slots } = await readAll();
  expect(locations.map(({ name }) => name)).toEqual(['Dhaka', 'London']);
  expect(schedules.map(({ actor }) => actor)).toEqual(
    locations.map(({ id, name }) => [{ reference: `Location/${id}`, display: name }]),
  );
  // There are five days with two intervals, and one day is closed.
  expect(slots).toHaveLength(8);
  expect(new Set(slots.map(({ id }) => id)).size).toBe(8);
  for (const { status, start, end, schedule } of slots) {
    expect(status).toBe('free');
    expect(schedule).toEqual({ reference: `Schedule/${centerId}` });
    expect(Date.parse(end) - Date.parse(start)).toBe(30 * 60_000);
    expect(start).not.toContain(closedDay);
  }
  // 9:00 in Dhaka is 3:00 in UTC.
  expect(slots[0]).toMatchObject({
    start: `${isoDay(1)}T03:00:00.000Z`,
    extension: [
      { valueUrl: `${app.config.publicUrl}/centers/${centerId}?date=${isoDay(1)}&time=09:00` },
      { valueInteger: 2 },
    ],
  });
});

test('a full interval is busy immediately; an unknown file is 404', async () => {
  for (let donor = 0; donor < 2; donor += 1)
    await addAppointment(app, await app.register(), { center: ' DHAKA', date: clinicDay, time: '09:30' });
  const { slots } = await readAll();
  const busy = slots.filter(({ status }) => status === 'busy');
  expect(busy.map(({ start }) => start)).toEqual([`${clinicDay}T03:30:00.000Z`]);
  for (const file of ['slots-unknown.ndjson', 'other.ndjson'])
    expect((await app.send('GET', `/centers/${file}`)).status).toBe(404);
});
