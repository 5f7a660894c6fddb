import type { Context } from 'hono';
import qs from 'qs';
import { AppError } from '#platform/errors.ts';
import { readBytes } from '#platform/http/body.ts';
import { invalidRequest } from './stripe-error.ts';

export type Form = Record<string, unknown>;

const MOST_BYTES = 64 * 1024;

/** The parameters of a request: the query of a GET, the form of a POST, with `card[number]` nested. */
export async function readForm(c: Context): Promise<Form> {
  const text = c.req.method === 'POST' ? await readText(c.req.raw) : new URL(c.req.url).search.slice(1);
  if (text.includes('%00') || text.includes('\0')) {
    throw invalidRequest('A parameter holds a character that cannot be stored.');
  }
  return qs.parse(text, { depth: 4, parameterLimit: 200, plainObjects: true }) as Form;
}

async function readText(request: Request): Promise<string> {
  const type = request.headers.get('content-type');
  if (type && !/^application\/x-www-form-urlencoded\b/i.test(type)) {
    throw invalidRequest(
      'Invalid request: the body must be sent as application/x-www-form-urlencoded, as Stripe takes it.',
    );
  }
  try {
    return new TextDecoder().decode(await readBytes(request, MOST_BYTES));
  } catch (error) {
    if (error instanceof AppError) throw invalidRequest('The request is too large.', { status: 413 });
    throw error;
  }
}

/** A text parameter, trimmed. @throws StripeShapedError (400) for a nested one or one of more than 5,000 characters */
export function textOf(form: Form, name: string, param = name): string | undefined {
  const value = form[name];
  if (value === undefined || value === '') return undefined;
  if (typeof value !== 'string') throw invalidRequest(`Invalid string: ${param}.`, { param });
  if (value.length > 5000) throw invalidRequest(`Invalid string: ${param} is too long.`, { param });
  return value.trim();
}

export function nested(form: Form, name: string): Form {
  const value = form[name];
  if (value === undefined || value === '') return {};
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalidRequest('Invalid object', { param: name });
  }
  return value as Form;
}

/** @throws StripeShapedError (400) for anything but digits */
export function integerOf(form: Form, name: string): number | undefined {
  const value = textOf(form, name);
  if (value === undefined) return undefined;
  if (!/^-?\d{1,15}$/.test(value)) {
    throw invalidRequest(`Invalid integer: ${value.slice(0, 50)}`, {
      code: 'parameter_invalid_integer',
      param: name,
    });
  }
  return Number(value);
}
