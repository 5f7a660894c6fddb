import type { Context } from 'hono';
import qs from 'qs';
import * as z from 'zod';
import { AppError } from '#platform/errors.ts';
import { readBytes } from '#platform/http/body.ts';
import { invalidRequestError, StripeShapedError } from './errors.ts';

export type Form = Record<string, unknown>;

const MAX_BYTES = 64 * 1024;

/** Reads the parameters of a request: the query of a GET, the form of a POST, with `card[number]` nested. */
export async function readForm(c: Context): Promise<Form> {
  const encoded = c.req.method === 'POST' ? await readText(c.req.raw) : new URL(c.req.url).search.slice(1);
  if (encoded.includes('%00') || encoded.includes('\0'))
    throw invalidRequestError('A parameter contains a character that cannot be stored.');
  return qs.parse(encoded, { depth: 4, parameterLimit: 200, plainObjects: true }) as Form;
}

async function readText(request: Request): Promise<string> {
  const type = request.headers.get('content-type');
  if (type && !/^application\/x-www-form-urlencoded\b/i.test(type))
    throw invalidRequestError('Send the body as application/x-www-form-urlencoded.');
  try {
    return new TextDecoder().decode(await readBytes(request, MAX_BYTES));
  } catch (error) {
    if (error instanceof AppError) throw new StripeShapedError(413, 'The request is too large.');
    throw error;
  }
}

/** Parameters allowed in every request, including those that Stripe.js adds. None changes a payment here. */
const IGNORED_PARAMETERS = new Set([
  ...['client_secret', 'key', '_stripe_version', 'allow_redisplay', 'client_attribution_metadata'],
  ...['expected_payment_method_type', 'guid', 'mandate_data', 'muid', 'pasted_fields', 'radar_options'],
  ...['payment_method_options', 'payment_user_agent', 'referrer', 'sid', 'time_on_page', 'use_stripe_sdk'],
]);

export const text = z.string().trim().min(1).max(5000, { abort: true });
/** An empty string counts as absent. */
export const optionalText = z.preprocess((value) => (value === '' ? undefined : value), text.optional());
export const integerParameter = (min: number, max: number) =>
  text
    .regex(/^-?\d{1,15}$/, 'must be an integer')
    .transform(Number)
    .pipe(z.number().min(min).max(max));
export const nested = z.record(z.string(), z.unknown());

/** Cached, because building a schema takes longer than parsing with it. */
const schemas = new WeakMap<z.ZodRawShape, z.ZodObject>();

function schemaOf(shape: z.ZodRawShape, isStrict: boolean): z.ZodObject {
  const schema = schemas.get(shape) ?? (isStrict ? z.strictObject(shape) : z.object(shape));
  schemas.set(shape, schema);
  return schema;
}

/**
 * Parses the parameters of a call. Pass the same `shape` object each time, for the cache. An unknown
 * parameter is an error, because ignoring it could change what is paid.
 * @throws StripeShapedError 400
 */
export function parseForm<Shape extends z.ZodRawShape>(form: Form, shape: Shape, parent?: string) {
  const params = Object.fromEntries(Object.entries(form).filter(([name]) => !IGNORED_PARAMETERS.has(name)));
  const result = schemaOf(shape, !parent).safeParse(params);
  if (result.success) return result.data as z.infer<z.ZodObject<Shape>>;
  throw toInvalidRequest(result.error.issues[0], params, parent);
}

function toInvalidRequest(issue: z.core.$ZodIssue | undefined, form: Form, parent?: string) {
  const path = issue?.path.map(String) ?? [];
  const nameOf = (...names: string[]) => {
    const [first = '', ...rest] = parent ? [parent, ...names] : names;
    return (first + rest.map((name) => `[${name}]`).join('')).slice(0, 100);
  };
  if (issue?.code === 'unrecognized_keys') {
    const param = nameOf(...path, ...issue.keys.slice(0, 1));
    return invalidRequestError(`Received unknown parameter: ${param}`, 'parameter_unknown', param);
  }
  const param = nameOf(...path);
  const value = path.reduce<unknown>((inside, name) => (inside as Form | undefined)?.[name], form);
  return value === undefined || value === ''
    ? invalidRequestError(`Missing required param: ${param}.`, 'parameter_missing', param)
    : invalidRequestError(`Invalid ${param}: ${issue?.message}`, undefined, param);
}
