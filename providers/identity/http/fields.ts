import type { Context } from 'hono';
import { AppError } from '#platform/errors.ts';
import { readBytes } from '#platform/http/body.ts';
import { isStorableText } from '#platform/text.ts';
import { type IdentityError, identityError } from './errors.ts';

const MAX_BODY_BYTES = 64 * 1024;

/** The fields of a request. A field that is `null` counts as missing, except for `cleared`. */
export type Fields = {
  /**
   * Clients may send an enum's index in `enumNames`.
   * @throws AppError INVALID_ARGUMENT when the field is not a string
   */
  text(name: string, enumNames?: readonly string[]): string | undefined;
  /** Returns a field that must not be missing or empty. @throws AppError `missing` */
  required(name: string, missing: IdentityError, detail?: string): string;
  /** @throws AppError INVALID_ARGUMENT when the field is not an array of strings */
  texts(name: string, enumNames?: readonly string[]): string[];
  /** Returns whether the field is `null`: the SDK clears profile fields this way. */
  cleared(name: string): boolean;
  has(name: string): boolean;
  /**
   * Returns the fields of a nested object.
   * @throws AppError INVALID_ARGUMENT when the field is not an object
   */
  object(name: string): Fields | undefined;
  flag(name: string): boolean;
};

/** Parses a form or JSON body. An empty body has no fields. @throws AppError too-large, malformed-json */
export async function readFields(c: Context): Promise<Fields> {
  const bytes = await readBytes(c.req.raw, MAX_BODY_BYTES);
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(c.req.header('content-type') ?? '');
  return fieldsOf(isForm ? readForm(bytes) : readObject(bytes));
}

export function fieldsOf(object: Record<string, unknown>): Fields {
  const own = (name: string) => (Object.hasOwn(object, name) ? object[name] : undefined);
  const get = (name: string) => own(name) ?? undefined;
  return {
    text: (name, enumNames) => checkText(name, get(name), enumNames),
    required(name, missing, detail) {
      const text = checkText(name, get(name));
      if (!text) throw identityError(missing, detail);
      return text;
    },
    texts(name, enumNames) {
      const list = get(name) ?? [];
      if (!Array.isArray(list)) throw invalid(name);
      return list.map((item) => checkText(name, item, enumNames) ?? '');
    },
    cleared: (name) => own(name) === null,
    has: (name) => get(name) !== undefined,
    object(name) {
      const value = get(name);
      if (value === undefined) return undefined;
      if (!isObject(value)) throw invalid(name);
      return fieldsOf(value);
    },
    flag: (name) => get(name) === true,
  };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function checkText(name: string, value: unknown, enumNames?: readonly string[]): string | undefined {
  if (value === undefined) return undefined;
  if (enumNames && typeof value === 'number') return checkText(name, enumNames[value] ?? null);
  if (typeof value !== 'string' || !isStorableText(value)) throw invalid(name);
  return value;
}

function invalid(name: string): AppError {
  return identityError('INVALID_ARGUMENT', `Invalid value at '${name}'`);
}

function readForm(bytes: Uint8Array): Record<string, unknown> {
  return Object.fromEntries(new URLSearchParams(new TextDecoder().decode(bytes)));
}

function readObject(bytes: Uint8Array): Record<string, unknown> {
  if (bytes.byteLength === 0) return {};
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    if (isObject(value)) return value;
  } catch (cause) {
    throw new AppError('malformed-json', { cause });
  }
  throw new AppError('malformed-json');
}
