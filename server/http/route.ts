import type { Context, Hono } from 'hono';
import * as z from 'zod/mini';
import type { BodyOf, Endpoint, QueryOf, ResponseOf } from '#contract/endpoint.ts';
import type { Feature } from '#contract/features.ts';
import { AppError } from '#platform/errors.ts';
import { readJson } from '#platform/http/body.ts';
import { cacheableJson } from '#platform/http/tuning/cacheable-json.ts';
import { isStorable } from '#platform/text.ts';
import type { Owner, Viewer } from './viewer.ts';

/** What a handler gets: everything checked, typed by the contract. */
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
 * Serves contract endpoints: who may call (401, 403), then what was sent (400, 413, 415, 422), then the handler.
 * An answer of `undefined` is an empty 204. Calls of a part that is not among `parts` are not there.
 */
export function createRoutes(app: Hono, gate: Guard, parts: readonly Feature[]) {
  /** `enter` says who calls; `authorise` sees what was sent before its fields are checked. */
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

  /** What it answers to a GET is the same for everybody. */
  function open<E extends Endpoint>(endpoint: E, handle: (call: Call<E, undefined>) => Answer<E>): void {
    const share = async (call: Call<E, undefined>) => {
      const answer = await handle(call);
      return answer instanceof Response || !answer ? answer : cacheableJson(call.c, answer);
    };
    guarded(endpoint, async () => undefined, endpoint.method === 'GET' ? share : handle);
  }

  /** With `authorise` another person's email is 403, not 422. */
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
 * The value, as the schema reads it.
 * @throws AppError invalid-fields (422) naming each field that is wrong
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

/** A list of what is still to be looked at, not a call within a call: 64 KB can nest deeper than the stack reaches. */
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

/** Names of the query parameters that an endpoint reads. It ignores all others. */
export function knownParameters({ query }: Pick<Endpoint, 'query'>): readonly string[] {
  const { shape } = (query?._zod.def ?? {}) as { shape?: object };
  return Object.keys(shape ?? {});
}

/** After the routes: a known path with another method is 405 with Allow, everything else 404. */
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
