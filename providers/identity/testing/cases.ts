import { decodeJwt } from 'jose';
import { expect } from 'vitest';
import type { OpenTestDatabase } from '#platform/testing/databases.ts';
import type { Settings } from '../services.ts';
import { runHook } from './hooks.ts';
import cases from './identity-cases.json' with { type: 'json' };
import { createTestIdentity, type TestIdentity } from './test-identity.ts';
import type { ProviderResponse } from './test-provider.ts';

type Values = Record<string, unknown>;

/** A call with what it must respond, a hook (hooks.ts), a comparison of saved values, or a step to be repeated. */
type Step = {
  call?: string;
  body?: Values;
  form?: boolean;
  noKey?: boolean;
  headers?: Record<string, string>;
  expect?: Values;
  hook?: string;
  check?: { equals: [unknown, unknown][] };
  repeat?: number;
  step?: Step;
  save?: Record<string, string>;
};
export type Case = { id: string; group: string; title: string; requires?: string[]; steps: Step[] };

export const everyCase = cases.cases as unknown as Case[];

/** Runs one case against a provider of its own. */
export async function runCase({ steps, requires = [] }: Case, open: OpenTestDatabase): Promise<void> {
  await using on = await createTestIdentity({ open, settings: settingsFor(requires) });
  const vars: Values = {};
  for (const step of steps) await runStep(on, step, vars);
}

async function runStep(on: TestIdentity, given: Step, vars: Values): Promise<void> {
  const step = fill(given, vars);
  for (let times = 0; step.step && times < (step.repeat ?? 0); times++) await runStep(on, step.step, vars);
  for (const [a, b] of step.check?.equals ?? []) expect(a).toEqual(b);
  const isAct = step.call ?? step.hook;
  const result = isAct && (await (step.call ? runCall(on, step.call, step) : runHook(on, step)));
  for (const [name, source] of Object.entries(step.save ?? {})) vars[name] = readSaved(result, source);
}

function settingsFor(requires: string[]): Partial<Settings> {
  const wanted = requires
    .map((need) => /^config\.(\w+)=(on|off)$/.exec(need))
    .filter((match) => match !== null)
    .map(([, name, value]) => [name, value === 'on']);
  return Object.fromEntries(wanted);
}

async function runCall(on: TestIdentity, call: string, step: Step): Promise<unknown> {
  const [method = 'POST', path = ''] = call.split(' ');
  const body = encodeFields(step.body ?? {});
  const response = await on.app.request(`${path}${step.noKey ? '' : `?key=${on.apiKey}`}`, {
    method,
    headers: {
      'content-type': step.form ? 'application/x-www-form-urlencoded' : 'application/json',
      ...step.headers,
    },
    ...(method === 'POST' && {
      body: step.form ? new URLSearchParams(body as Record<string, string>).toString() : JSON.stringify(body),
    }),
  });
  const answer = { status: response.status, headers: response.headers, body: await response.json() };
  for (const [word, wanted] of Object.entries(step.expect ?? {})) expectThat(answer, word, wanted);
  return answer.body;
}

/** A text given as `{form, prefix?, url?}` is URL-encoded. */
function encodeFields(body: Values): Values {
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, encodeField(value)]));
}

function encodeField(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('form' in value)) return value;
  const { form, prefix = '', url } = value as { form: Record<string, string>; prefix?: string; url?: string };
  const encoded = `${prefix}${new URLSearchParams(form)}`;
  return url ? `${url}?${encoded}` : encoded;
}

const messageOf = ({ body }: ProviderResponse): string => String(at(body, 'error.message'));

/** What is expected of the whole response. */
const ofResponse: Record<string, (answer: ProviderResponse, wanted: never) => void> = {
  status: ({ status }, wanted: number | number[]) => expect([wanted].flat()).toContain(status),
  message: (answer, wanted: string) => expect(messageOf(answer)).toBe(wanted),
  messageOneOf: (answer, wanted: string[]) => expect(wanted).toContain(messageOf(answer)),
  messagePrefix: (answer, wanted: string) => expect(messageOf(answer).startsWith(wanted)).toBe(true),
  messagePrefixOneOf: (answer, wanted: string[]) =>
    expect(wanted.some((prefix) => messageOf(answer).startsWith(prefix))).toBe(true),
  absent: ({ body }, wanted: string[]) => expectAbsent(body, wanted),
  sameBody({ body }, wanted: [string, string][]) {
    for (const [a, b] of wanted) expect(at(body, a), a).toEqual(at(body, b));
  },
  header({ headers }, wanted: Record<string, string>) {
    for (const [name, value] of Object.entries(wanted)) expect(headers.get(name), name).toBe(value);
  },
  jwt({ body }, wanted: Record<string, TokenExpectation>) {
    for (const [path, token] of Object.entries(wanted)) checkToken(body, path, token);
  },
};

/** What is expected of the values at some paths of the body. */
const ofValue: Record<string, (value: unknown, wanted: never, path: string) => void> = {
  body: (value, wanted, path) => expect(value, path).toEqual(wanted),
  types: (value, wanted, path) => expect(typeof value, path).toBe(wanted),
  lengths: (value, wanted, path) => expect(value, path).toHaveLength(wanted),
  contains: (value, wanted, path) => expect(value, path).toContain(wanted),
  matches(value, wanted, path) {
    expect(value, path).toBeTypeOf('string');
    expect(value, path).toMatch(new RegExp(wanted));
  },
  notContains(value, wanted, path) {
    expect(value, path).toBeInstanceOf(Array);
    expect(value, path).not.toContain(wanted);
  },
  differs(value, wanted, path) {
    expect(value, path).toBeDefined();
    expect(value, path).not.toEqual(wanted);
  },
};

function expectThat(answer: ProviderResponse, word: string, wanted: unknown): void {
  const [whole, single] = [ofResponse[word], ofValue[word]];
  if (!whole && !single) throw new Error(`This runner does not know the expectation ${word}.`);
  whole?.(answer, wanted as never);
  for (const [path, value] of single ? Object.entries(wanted as Values) : [])
    single?.(at(answer.body, path), value as never, path);
}

type TokenExpectation = { claims?: Values; absent?: string[]; equalsBody?: Record<string, string> };

function checkToken(body: unknown, path: string, wanted: TokenExpectation): void {
  const claims = claimsAt(body, path);
  const { claims: equal = {}, absent = [], equalsBody = {}, ...unknown } = wanted;
  expect(unknown, 'expectations of a token that this runner does not know').toEqual({});
  for (const [claim, value] of Object.entries(equal)) expect(at(claims, claim), claim).toEqual(value);
  for (const [claim, field] of Object.entries(equalsBody))
    expect(at(claims, claim), claim).toEqual(at(body, field));
  expectAbsent(claims, absent);
}

function expectAbsent(value: unknown, paths: string[]): void {
  for (const path of paths) expect(at(value, path), path).toBeUndefined();
}

/** What stands at `users.0.email`; `*` stands for every element and gives a list. */
function at(value: unknown, path: string): unknown {
  const [first, ...rest] = path.split('.');
  if (first === undefined || first === '') return value;
  if (first === '*') return (Array.isArray(value) ? value : []).map((item) => at(item, rest.join('.')));
  return typeof value === 'object' && value !== null
    ? at((value as Values)[first], rest.join('.'))
    : undefined;
}

/** `idToken` reads the response, `jwt:idToken.auth_time` a claim of the token there; a trailing `?` allows nothing. */
function readSaved(body: unknown, source: string): unknown {
  const path = source.replace(/\?$/, '');
  if (!path.startsWith('jwt:')) return at(body, path);
  const [token = '', ...claim] = path.slice('jwt:'.length).split('.');
  return at(claimsAt(body, token), claim.join('.'));
}

const claimsAt = (body: unknown, path: string): Values => decodeJwt(String(at(body, path)));

/** Replaces `${name}` by the saved value, everywhere inside. */
function fill<T>(value: T, vars: Values): T {
  const filled = JSON.stringify(value).replace(/\$\{(\w+)\}/g, (_, name: string) => {
    if (!(name in vars)) throw new Error(`Nothing was saved as ${name}.`);
    return JSON.stringify(String(vars[name])).slice(1, -1);
  });
  return JSON.parse(filled) as T;
}
