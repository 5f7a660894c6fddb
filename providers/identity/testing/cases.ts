import { decodeJwt } from 'jose';
import { expect } from 'vitest';
import type { OpenTestDatabase } from '#platform/testing/databases.ts';
import type { Settings } from '../services.ts';
import { runHook } from './hooks.ts';
import cases from './identity-cases.json' with { type: 'json' };
import { createTestIdentity, type TestIdentity } from './test-identity.ts';
import type { ProviderResponse } from './test-provider.ts';

type Values = Record<string, unknown>;

/** A call with its expected response, a hook (hooks.ts), a comparison of saved values, or a repeated step. */
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

export const allCases = cases.cases as unknown as Case[];

/** Runs one case against a new provider. */
export async function runCase({ steps, requires = [] }: Case, open: OpenTestDatabase): Promise<void> {
  await using idp = await createTestIdentity({ open, settings: settingsFor(requires) });
  const vars: Values = {};
  for (const step of steps) await runStep(idp, step, vars);
}

async function runStep(idp: TestIdentity, template: Step, vars: Values): Promise<void> {
  const step = fill(template, vars);
  for (let times = 0; step.step && times < (step.repeat ?? 0); times++) await runStep(idp, step.step, vars);
  for (const [a, b] of step.check?.equals ?? []) expect(a).toEqual(b);
  const action = step.call ?? step.hook;
  const result = action && (await (step.call ? runCall(idp, step.call, step) : runHook(idp, step)));
  for (const [name, source] of Object.entries(step.save ?? {})) vars[name] = readSaved(result, source);
}

function settingsFor(requires: string[]): Partial<Settings> {
  const expected = requires
    .map((need) => /^config\.(\w+)=(on|off)$/.exec(need))
    .filter((match) => match !== null)
    .map(([, name, value]) => [name, value === 'on']);
  return Object.fromEntries(expected);
}

async function runCall(idp: TestIdentity, call: string, step: Step): Promise<unknown> {
  const [method = 'POST', path = ''] = call.split(' ');
  const body = encodeFields(step.body ?? {});
  const response = await idp.app.request(`${path}${step.noKey ? '' : `?key=${idp.apiKey}`}`, {
    method,
    headers: {
      'content-type': step.form ? 'application/x-www-form-urlencoded' : 'application/json',
      ...step.headers,
    },
    ...(method === 'POST' && {
      body: step.form ? new URLSearchParams(body as Record<string, string>).toString() : JSON.stringify(body),
    }),
  });
  const result = { status: response.status, headers: response.headers, body: await response.json() };
  for (const [name, expected] of Object.entries(step.expect ?? {})) checkExpectation(result, name, expected);
  return result.body;
}

/** URL-encodes values of the form `{form, prefix?, url?}`. */
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

function expectPrefix(response: ProviderResponse, expected: string | string[]): void {
  expect([expected].flat().some((prefix) => messageOf(response).startsWith(prefix))).toBe(true);
}

/** Expectations about the whole response. */
const responseChecks: Record<string, (response: ProviderResponse, expected: never) => void> = {
  status: ({ status }, expected: number | number[]) => expect([expected].flat()).toContain(status),
  message: (response, expected: string) => expect(messageOf(response)).toBe(expected),
  messageOneOf: (response, expected: string[]) => expect(expected).toContain(messageOf(response)),
  messagePrefix: expectPrefix,
  messagePrefixOneOf: expectPrefix,
  absent: ({ body }, expected: string[]) => expectAbsent(body, expected),
  sameBody({ body }, expected: [string, string][]) {
    for (const [a, b] of expected) expect(at(body, a), a).toEqual(at(body, b));
  },
  header({ headers }, expected: Record<string, string>) {
    for (const [name, value] of Object.entries(expected)) expect(headers.get(name), name).toBe(value);
  },
  jwt({ body }, expected: Record<string, TokenExpectation>) {
    for (const [path, token] of Object.entries(expected)) checkToken(body, path, token);
  },
};

/** Expectations about the values at paths of the body. */
const valueChecks: Record<string, (value: unknown, expected: never, path: string) => void> = {
  body: (value, expected, path) => expect(value, path).toEqual(expected),
  types: (value, expected, path) => expect(typeof value, path).toBe(expected),
  lengths: (value, expected, path) => expect(value, path).toHaveLength(expected),
  contains: (value, expected, path) => expect(value, path).toContain(expected),
  matches: (value, expected, path) => expect(value, path).toEqual(expect.stringMatching(expected)),
  notContains(value, expected, path) {
    expect(value, path).toBeInstanceOf(Array);
    expect(value, path).not.toContain(expected);
  },
  differs(value, expected, path) {
    expect(value, path).toBeDefined();
    expect(value, path).not.toEqual(expected);
  },
};

function checkExpectation(response: ProviderResponse, name: string, expected: unknown): void {
  const [whole, single] = [responseChecks[name], valueChecks[name]];
  if (!whole && !single) throw new Error(`Unknown expectation ${name}.`);
  whole?.(response, expected as never);
  for (const [path, value] of single ? Object.entries(expected as Values) : [])
    single?.(at(response.body, path), value as never, path);
}

type TokenExpectation = { claims?: Values; absent?: string[]; equalsBody?: Record<string, string> };

function checkToken(body: unknown, path: string, expected: TokenExpectation): void {
  const claims = claimsAt(body, path);
  const { claims: equal = {}, absent = [], equalsBody = {}, ...unknown } = expected;
  expect(unknown, 'unknown token expectations').toEqual({});
  for (const [claim, value] of Object.entries(equal)) expect(at(claims, claim), claim).toEqual(value);
  for (const [claim, field] of Object.entries(equalsBody))
    expect(at(claims, claim), claim).toEqual(at(body, field));
  expectAbsent(claims, absent);
}

function expectAbsent(value: unknown, paths: string[]): void {
  for (const path of paths) expect(at(value, path), path).toBeUndefined();
}

/** Returns the value at a path such as `users.0.email`. `*` maps over all elements. */
function at(value: unknown, path: string): unknown {
  const [first, ...rest] = path.split('.');
  if (first === undefined || first === '') return value;
  if (first === '*') return (Array.isArray(value) ? value : []).map((item) => at(item, rest.join('.')));
  return typeof value === 'object' && value !== null
    ? at((value as Values)[first], rest.join('.'))
    : undefined;
}

/**
 * Reads a field (`idToken`) or a claim of a token (`jwt:idToken.auth_time`). With a trailing `?` it may be
 * missing.
 */
function readSaved(body: unknown, source: string): unknown {
  const path = source.replace(/\?$/, '');
  if (!path.startsWith('jwt:')) return at(body, path);
  const [token = '', ...claim] = path.slice('jwt:'.length).split('.');
  return at(claimsAt(body, token), claim.join('.'));
}

const claimsAt = (body: unknown, path: string): Values => decodeJwt(String(at(body, path)));

/** Replaces every `${name}` by the saved value. */
function fill<T>(value: T, vars: Values): T {
  const filled = JSON.stringify(value).replace(/\$\{(\w+)\}/g, (_, name: string) => {
    if (!(name in vars)) throw new Error(`Nothing was saved as ${name}.`);
    return JSON.stringify(String(vars[name])).slice(1, -1);
  });
  return JSON.parse(filled) as T;
}
