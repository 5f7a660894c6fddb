import type { Context, Hono } from 'hono';
import * as z from 'zod/mini';
import type { BodyOf, Endpoint, QueryOf, ResponseOf } from '#contract/endpoint.ts';
import type { Feature } from '#contract/features.ts';
import { AppError } from '#platform/errors.ts';
import { readJson } from '#platform/http/body.ts';
import { cacheableJson } from '#platform/http/tuning/cacheable-json.ts';
import { isStorable } from '#platform/text.ts';
import type { Owner, Viewer } from './viewer.ts';

/** The validated input of a handler, typed by the contract. */
export type Call<E, V> = {
  c: Context;
  viewer: V;
  id: string;
  query: QueryOf<E>;
  body: BodyOf<E>;
};
type Answer<E> = Promise<ResponseOf<E> | Response | undefined>;
type Raw = { query: Record<string, string>; body: unknown };

export type Guard = {
  /** @throws AppError not-signed-in (401), credentials-refused (403) */
  authenticate(request: Request): Promise<Viewer>;
  /** @throws AppError too-many-requests (429) */
  admit(person: Owner, method: string): Promise<void>;
};

/**
 * Registers contract endpoints. Order of checks: authentication (401, 403), input (400, 413, 415, 422),
 * handler.
 * A result of `undefined` becomes an empty 204. Endpoints of disabled features are not registered.
 */
export function createRoutes(app: Hono, gate: Guard, parts: readonly Feature[]) {
  /** `authenticate` identifies the caller; `authorize` sees the input before its fields are validated. */
  function guarded<E extends Endpoint, V>(
    endpoint: E,
    enter: (c: Context) => Promise<V>,
    handle: (call: Call<E, V>) => Answer<E>,
    authorise?: (viewer: V, raw: Raw) => void,
  ): void {
    if (endpoint.feature && !parts.includes(endpoint.feature)) return;
    app.on(endpoint.method, endpoint.path, async (c) => {
      const viewer = await enter(c);
      const raw = await readRaw(c, endpoint);
      authorise?.(viewer, raw);
      return reply(c, await handle(checked(c, endpoint, raw, viewer)));
    });
  }

  /** Registers a public endpoint. Its GET responses are the same for everyone and cacheable. */
  function open<E extends Endpoint>(endpoint: E, handle: (call: Call<E, undefined>) => Answer<E>): void {
    const share = async (call: Call<E, undefined>) => {
      const answer = await handle(call);
      return answer instanceof Response || !answer ? answer : cacheableJson(call.c, answer);
    };
    guarded(endpoint, async () => undefined, endpoint.method === 'GET' ? share : handle);
  }

  /**
   * Registers an endpoint for signed-in members. With `authorize`, another member's email is a 403 instead of a
   * 422.
   */
  function member<E extends Endpoint>(
    endpoint: E,
    handle: (call: Call<E, Viewer>) => Answer<E>,
    authorise?: (viewer: Viewer, raw: Raw) => void,
  ): void {
    const enter = async (c: Context) => {
      const viewer = await gate.authenticate(c.req.raw);
      await gate.admit(viewer, endpoint.method);
      return viewer;
    };
    guarded(endpoint, enter, handle, authorise);
  }

  return { guarded, open, member };
}

export type Routes = ReturnType<typeof createRoutes>;

async function readRaw(c: Context, endpoint: Endpoint): Promise<Raw> {
  const query = c.req.query();
  const known = knownParameters(endpoint).filter((name) => Object.hasOwn(query, name));
  return {
    query: Object.fromEntries(known.map((name) => [name, query[name] as string])),
    body: endpoint.body ? await readJson(c) : undefined,
  };
}

function checked<E extends Endpoint, V>(c: Context, endpoint: E, raw: Raw, viewer: V): Call<E, V> {
  const id = c.req.param('id') ?? '';
  if (id.includes('\0')) throw new AppError('not-found');
  rejectUnstorable(raw.query);
  rejectUnstorable(raw.body);
  return {
    c,
    viewer,
    id,
    query: (endpoint.query ? checkFields(endpoint.query, raw.query) : undefined) as QueryOf<E>,
    body: (endpoint.body ? checkFields(endpoint.body as z.ZodMiniType, raw.body) : undefined) as BodyOf<E>,
  };
}

function reply(c: Context, answer: unknown): Response {
  if (answer instanceof Response) return answer;
  return answer === undefined ? c.body(null, 204) : c.json(answer as object);
}

/**
 * Returns the value parsed by the schema.
 * @throws AppError invalid-fields (422) naming each invalid field
 */
function checkFields<S extends z.ZodMiniType>(schema: S, value: unknown): z.infer<S> {
  const read = z.safeParse(schema, value);
  if (read.success) return read.data;
  const fields: Record<string, string> = {};
  for (const issue of read.error.issues) {
    const name = issue.path.join('.') || 'body';
    fields[name] ??= issue.message === 'Invalid input' ? 'Missing or invalid' : issue.message;
  }
  throw new AppError('invalid-fields', { fields });
}

/** Uses a list instead of recursion: 64 KB of JSON can nest deeper than the stack allows. */
function rejectUnstorable(sent: unknown): void {
  const waiting: [name: string, value: unknown][] = [['body', sent]];
  for (const [name, value] of waiting) {
    if (typeof value === 'string' && !isStorable(value)) {
      throw new AppError('invalid-fields', {
        fields: { [name]: 'Contains a character that cannot be stored' },
      });
    }
    if (typeof value === 'object' && value !== null) {
      for (const entry of Object.entries(value)) waiting.push(entry);
    }
  }
}

/** Returns the names of the query parameters that an endpoint reads. */
export function knownParameters({ query }: Pick<Endpoint, 'query'>): readonly string[] {
  const { shape } = (query?._zod.def ?? {}) as { shape?: object };
  return Object.keys(shape ?? {});
}

/** Registers the fallbacks: 405 with Allow for a known path with another method, 404 for everything else. */
export function mountFallbackRoutes(app: Hono, endpoints: readonly Endpoint[]): void {
  const methods = new Map<string, string[]>();
  for (const { path, method } of endpoints) methods.set(path, [...(methods.get(path) ?? []), method]);
  for (const [path, allowed] of methods) {
    if (allowed.includes('GET')) allowed.push('HEAD');
    app.all(path, (c) => {
      c.header('Allow', allowed.join(', '));
      throw new AppError('method-not-allowed');
    });
  }
  app.all('*', () => {
    throw new AppError('not-found');
  });
}
