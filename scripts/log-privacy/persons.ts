import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { logName } from '#platform/testing/log-collector.ts';
import { findHeads, formatHead } from '#server/features/staff-log/log-chain.ts';
import type { Result } from '../test-runner/results.ts';

/** Patterns of personal data and secrets that must never be logged. */
const patterns: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['an email', /[\w.+-]+(?:@|%40)[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}\b/i],
  ['credentials in an address', /\/\/[^/\s:@]*:[^/\s@]+@/],
  // Numbers in Bangladesh as people type them, and any number with a country code.
  ['a phone number', /(?<![\w.:-])(?:\+\d{8,15}|0\d{9,10}|880\d{10})(?![\w:-])/],
  ['a token (JWT or JWE)', /\beyJ[\w-]{8,}\.[\w-]*\./],
  ['a token (Bearer)', /\bBearer\s+(?!\[token\])[\w.~+/-]{6,}/i],
  ['a key or secret of cards', /\b(?:sk|rk)_(?:test|live)_\w{8,}|\bwhsec_\w{8,}|\bpi_\w+_secret_\w+/],
  ['a CVC', /\bcvc\b["'\]\s:=]+\d{3,4}\b/i],
  // Passwords that the tests use.
  ["a test's password", /correct horse|a long password/i],
  // Refresh tokens, codes, keys and credentials of this project are base64url. Names and hashes in lower case
  // do not match.
  ['a token (256 random bits)', /(?<![\w-])(?=[\w-]*[a-z])(?=[\w-]*[A-Z])(?=[\w-]*\d)[\w-]{43}(?![\w-])/],
];

const cardPattern = /(?<![\w.])\d(?:[ -]?\d){12,18}(?!\w)/g;
/** Matches UUIDs, which are removed first, because the digits of one may look like a card number. */
const uuidPattern = /\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/gi;

/** An owner link is printed on the terminal only, for the operator. In a structured log it is a finding. */
const ownerLinkPattern = /\/staff\/join#\S+$/;
/**
 * Returns whether a value consists only of heads of the staff log, which are published in the log on purpose.
 */
const areLogHeads = (value: string): boolean => findHeads(value).map(formatHead).join(' ') === value;

/** Names of fields that contain personal data or secrets, whatever their value. */
const forbiddenNames =
  /^(email|phone|phoneNumber|password|token|idToken|refreshToken|sid|session|sessionId|cvc|number|cookie|authorization)$/i;

/** Returns the names of the patterns that match the text. */
function findPatterns(text: string): string[] {
  const findings = patterns.filter(([, pattern]) => pattern.test(text)).map(([name]) => name);
  if (text.replace(uuidPattern, '').match(cardPattern)?.some(isCardNumber)) findings.push('a card number');
  return findings;
}

/** Returns the findings in a log line as `message, field: what`, without the value itself. */
export function findPersonalData(line: string): string[] {
  const parsed = parse(line);
  if (parsed === undefined)
    return findPatterns(line.replace(ownerLinkPattern, '')).map((what) => `plain text: ${what}`);
  const findings = [...valuesOf(parsed)].flatMap(([path, value]) => {
    const name = path.at(-1) ?? '';
    if (name === 'head' && areLogHeads(value)) return [];
    const fieldFindings = forbiddenNames.test(name) ? [`a field called ${name}`] : [];
    return [...fieldFindings, ...findPatterns(value)].map((what) => ({ at: path.join('.'), what }));
  });
  // Do not repeat a message that contains personal data.
  const kind = findings.some(({ at }) => at === 'msg') ? 'a message' : `"${parsed.msg}"`;
  return [...new Set(findings.map(({ at, what }) => `${kind}, ${at}: ${what}`))];
}

function parse(line: string): Record<string, unknown> | undefined {
  try {
    const parsed: unknown = JSON.parse(line);
    return typeof parsed === 'object' && parsed ? (parsed as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function* valuesOf(parsed: object, path: readonly string[] = []): Generator<[path: string[], value: string]> {
  for (const [name, value] of Object.entries(parsed)) {
    const at = [...path, name];
    if (typeof value === 'object' && value !== null) yield* valuesOf(value, at);
    else yield [at, String(value)];
  }
}

/**
 * Checks the Luhn sum. Excludes numbers that begin with 1, because one in ten timestamps in ms would pass.
 */
function isCardNumber(text: string): boolean {
  const digits = text.replace(/\D/g, '');
  if (!/^[2-6]/.test(digits)) return false;
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/**
 * Searches all logs in a folder for personal data, with one result for each kind of server. Having no log
 * lines is a failure, because then nothing was checked.
 */
export const checkLogs = (folder: string): Result[] =>
  logName.map((kind) => {
    const lines = globSync(`${kind}-*`, { cwd: folder }).flatMap((file) =>
      readFileSync(join(folder, file), 'utf8').split('\n').filter(Boolean),
    );
    const title = `${lines.length} log lines of ${kind} servers contain no personal data`;
    if (lines.length === 0)
      return { title, outcome: 'failed', reason: 'There are no log lines of such servers.' };
    const findings = Map.groupBy(lines.flatMap(findPersonalData), (finding) => finding);
    if (findings.size === 0) return { title, outcome: 'passed' };
    const reason = [...findings].map(([finding, lines]) => `${lines.length} x ${finding}`).join('\n');
    return { title, outcome: 'failed', reason };
  });
