import { expect } from 'vitest';
import { at, claimsAt } from './paths.ts';
import type { Answer } from './test-provider.ts';

type Check = (answer: Answer, wanted: never) => void;

const messageOf = ({ body }: Answer): string => String(at(body, 'error.message'));

/** What a case may expect of an answer; a word that is not here fails the case. */
const checks: Record<string, Check> = {
  status: ({ status }, wanted: number | number[]) => expect([wanted].flat()).toContain(status),
  message: (answer, wanted: string) => expect(messageOf(answer)).toBe(wanted),
  messagePrefix: (answer, wanted: string) => expect(messageOf(answer).startsWith(wanted)).toBe(true),
  messageOneOf: (answer, wanted: string[]) => expect(wanted).toContain(messageOf(answer)),
  messagePrefixOneOf: (answer, wanted: string[]) =>
    expect(wanted.some((prefix) => messageOf(answer).startsWith(prefix))).toBe(true),
  body: ({ body }, wanted: Record<string, unknown>) =>
    each(wanted, (path, value) => expect(at(body, path), path).toEqual(value)),
  types: ({ body }, wanted: Record<string, string>) =>
    each(wanted, (path, type) => expect(typeof at(body, path), path).toBe(type)),
  matches: ({ body }, wanted: Record<string, string>) =>
    each(wanted, (path, pattern) => {
      expect(at(body, path), path).toBeTypeOf('string');
      expect(at(body, path), path).toMatch(new RegExp(pattern));
    }),
  absent: ({ body }, wanted: string[]) => expectAbsent(body, wanted),
  lengths: ({ body }, wanted: Record<string, number>) =>
    each(wanted, (path, length) => expect(at(body, path), path).toHaveLength(length)),
  contains: ({ body }, wanted: Record<string, unknown>) =>
    each(wanted, (path, item) => expect(at(body, path), path).toContain(item)),
  notContains: ({ body }, wanted: Record<string, unknown>) =>
    each(wanted, (path, item) => {
      expect(at(body, path), path).toBeInstanceOf(Array);
      expect(at(body, path), path).not.toContain(item);
    }),
  differs: ({ body }, wanted: Record<string, unknown>) =>
    each(wanted, (path, other) => {
      expect(at(body, path), path).toBeDefined();
      expect(at(body, path), path).not.toEqual(other);
    }),
  sameBody: ({ body }, wanted: [string, string][]) => {
    for (const [a, b] of wanted) expect(at(body, a), a).toEqual(at(body, b));
  },
  header: ({ headers }, wanted: Record<string, string>) =>
    each(wanted, (name, value) => expect(headers.get(name), name).toBe(value)),
  jwt: ({ body }, wanted: Record<string, TokenExpectation>) =>
    each(wanted, (path, token) => checkToken(body, path, token)),
};

type TokenExpectation = {
  claims?: Record<string, unknown>;
  absent?: string[];
  equalsBody?: Record<string, string>;
};

export function checkAnswer(answer: Answer, expected: Record<string, unknown>): void {
  each(expected, (word, wanted) => {
    const check = checks[word];
    if (!check) throw new Error(`This runner does not know the expectation ${word}.`);
    check(answer, wanted as never);
  });
}

function checkToken(body: unknown, path: string, wanted: TokenExpectation): void {
  const claims = claimsAt(body, path);
  const { claims: equal = {}, absent = [], equalsBody = {}, ...unknown } = wanted;
  expect(unknown, 'expectations of a token that this runner does not know').toEqual({});
  each(equal, (claim, value) => expect(at(claims, claim), claim).toEqual(value));
  each(equalsBody, (claim, field) => expect(at(claims, claim), claim).toEqual(at(body, field)));
  expectAbsent(claims, absent);
}

function expectAbsent(value: unknown, paths: string[]): void {
  for (const path of paths) expect(at(value, path), path).toBeUndefined();
}

function each<T>(record: Record<string, T>, visit: (key: string, value: T) => void): void {
  for (const [key, value] of Object.entries(record)) visit(key, value);
}
