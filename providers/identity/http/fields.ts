import type { Context } from 'hono';
import { AppError } from '#platform/errors.ts';
import { readBytes } from '#platform/http/body.ts';
import { isStorable } from '#platform/text.ts';
import { type IdentityError, identityError } from './errors.ts';

const MAX_BODY_BYTES = 64 * 1024;

/** The fields of a request. As in the protocol, `null` and a missing field are the same. */
export type Fields = {
  /** @throws AppError INVALID_ARGUMENT when it is no text */
  text(name: string): string | undefined;
  /** The same for one that may be neither missing nor empty. @throws AppError `missing` */
  required(name: string, missing: IdentityError, detail?: string): string;
  /** @throws AppError INVALID_ARGUMENT when it is no list of texts */
  texts(name: string): string[];
  /** `null` was sent: the SDK's way to clear a profile field. */
  cleared(name: string): boolean;
  has(name: string): boolean;
  /** The fields inside a field. @throws AppError INVALID_ARGUMENT when it holds none */
  inside(name: string): Fields | undefined;
  flag(name: string): boolean;
};

/** Reads a form when it says so, JSON otherwise, nothing as no fields. @throws AppError too-large, malformed-json */
export async function readFields(c: Context): Promise<Fields> {
  const bytes = await readBytes(c.req.raw, MAX_BODY_BYTES);
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(c.req.header('content-type') ?? '');
  return fieldsOf(isForm ? readForm(bytes) : readObject(bytes));
}

export function fieldsOf(object: Record<string, unknown>): Fields {
  const get = (name: string) => (Object.hasOwn(object, name) ? object[name] : undefined);
  return {
    text: (name) => checkText(name, get(name) ?? undefined),
    required(name, missing, detail) {
      const text = checkText(name, get(name) ?? undefined);
      if (!text) throw identityError(missing, detail);
      return text;
    },
    texts(name) {
      const list = get(name) ?? [];
      if (!Array.isArray(list)) throw invalid(name);
      return list.map((item) => checkText(name, item) ?? '');
    },
    cleared: (name) => get(name) === null,
    has: (name) => get(name) !== undefined && get(name) !== null,
    inside(name) {
      const value = get(name) ?? undefined;
      if (value === undefined) return undefined;
      if (typeof value !== 'object' || Array.isArray(value)) throw invalid(name);
      return fieldsOf(value as Record<string, unknown>);
    },
    flag: (name) => get(name) === true,
  };
}

function checkText(name: string, value: unknown): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== 'string' || !isStorable(value)) throw invalid(name);
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
  const value = parse(bytes);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new AppError('malformed-json');
  }
  return value as Record<string, unknown>;
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (cause) {
    throw new AppError('malformed-json', { cause });
  }
}
