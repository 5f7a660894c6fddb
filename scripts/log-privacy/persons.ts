import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { logName } from '#platform/testing/log-collector.ts';
import type { Result } from '../test-runner/results.ts';

/** What must never stand in a line of a log, as it looks. */
const shapes: readonly (readonly [what: string, looks: RegExp])[] = [
  ['an email', /[\w.+-]+(?:@|%40)[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}\b/i],
  ['credentials in an address', /\/\/[^/\s:@]*:[^/\s@]+@/],
  // Bangladesh's as people type them, and any with its country.
  ['a phone number', /(?<![\w.:-])(?:\+\d{8,15}|0\d{9,10}|880\d{10})(?![\w:-])/],
  ['a token (JWT or JWE)', /\beyJ[\w-]{8,}\.[\w-]*\./],
  ['a token (Bearer)', /\bBearer\s+(?!\[token\])[\w.~+/-]{6,}/i],
  ['a key or secret of cards', /\b(?:sk|rk)_(?:test|live)_\w{8,}|\bwhsec_\w{8,}|\bpi_\w+_secret_\w+/],
  ['a CVC', /\bcvc\b["'\]\s:=]+\d{3,4}\b/i],
  // What our tests type in.
  ["a test's password", /correct horse|a long password/i],
];

/** 256 random bits as base64url: refresh tokens, codes, keys and credentials of ours. */
const secretLike = /(?<![\w-])[\w-]{43}(?![\w-])/g;
const cardLike = /(?<![\w.])\d(?:[ -]?\d){12,18}(?!\w)/g;
/** Random ones look like anything now and then. */
const uuids = /\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/gi;

/** Names of fields that hold such a thing, whatever it looks like. */
const forbiddenNames =
  /^(email|phone|phoneNumber|password|token|idToken|refreshToken|sid|session|sessionId|cvc|number|cookie|authorization)$/i;

/** What of these stands in a text. */
function shapesIn(text: string): string[] {
  const found = shapes.filter(([, looks]) => looks.test(text)).map(([what]) => what);
  if (text.match(secretLike)?.some(isRandom)) found.push('a token (256 random bits)');
  if (text.replace(uuids, '').match(cardLike)?.some(isCardNumber)) found.push('a card number');
  return found;
}

/** One finding: in lines of which kind, where in them, and what; never the value itself. */
export function findPersonalData(line: string): string[] {
  const told = parse(line);
  if (told === undefined) return shapesIn(line).map((what) => `plain text: ${what}`);
  const found = [...valuesOf(told)].flatMap(([path, value]) => {
    const name = path.at(-1) ?? '';
    const named = forbiddenNames.test(name) ? [`a field called ${name}`] : [];
    return [...named, ...shapesIn(value)].map((what) => ({ at: path.join('.'), what }));
  });
  // A message with such a thing in it is no name for the line.
  const kind = found.some(({ at }) => at === 'msg') ? 'a message' : `"${told.msg}"`;
  return [...new Set(found.map(({ at, what }) => `${kind}, ${at}: ${what}`))];
}

function parse(line: string): Record<string, unknown> | undefined {
  try {
    const told: unknown = JSON.parse(line);
    return typeof told === 'object' && told ? (told as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function* valuesOf(told: object, path: readonly string[] = []): Generator<[path: string[], value: string]> {
  for (const [name, value] of Object.entries(told)) {
    const at = [...path, name];
    if (typeof value === 'object' && value !== null) yield* valuesOf(value, at);
    else yield [at, String(value)];
  }
}

/** Not a name of small letters only, nor a hash in hexadecimal. */
const isRandom = (text: string): boolean => /[a-z]/.test(text) && /[A-Z]/.test(text) && /\d/.test(text);

/** By Luhn's sum, as each card number is made; a time in milliseconds passes it one time in ten, but begins with 1. */
function isCardNumber(text: string): boolean {
  const digits = text.replace(/\D/g, '');
  if (!/^[2-6]/.test(digits)) return false;
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/**
 * Every line that the servers of a suite have left in that folder: one result for those of each kind of server, passed
 * when no line holds anything of a person. That there are none at all is a failure: then nothing was looked at.
 */
export const checkLogs = (folder: string): Result[] =>
  logName.map((kind) => {
    const lines = globSync(`${kind}-*`, { cwd: folder }).flatMap((file) =>
      readFileSync(join(folder, file), 'utf8').split('\n').filter(Boolean),
    );
    const title = `${lines.length} lines of servers started as a ${kind} hold nothing of a person`;
    if (lines.length === 0)
      return { title, outcome: 'failed', reason: 'No server of that kind left a line.' };
    const found = Map.groupBy(lines.flatMap(findPersonalData), (finding) => finding);
    if (found.size === 0) return { title, outcome: 'passed' };
    const reason = [...found].map(([what, each]) => `${each.length} x ${what}`).join('\n');
    return { title, outcome: 'failed', reason };
  });
