import type { Context, Hono } from 'hono';
import type * as z from 'zod/mini';
import type { AnswerOf, BodyOf, Endpoint, QueryOf } from '#contract/endpoint.ts';
import type { Part } from '#contract/parts.ts';
import { AppError } from '#platform/errors.ts';
import { readJson } from '#platform/http/body.ts';
import { sharedAnswer } from '#platform/http/tuning/shared-answer.ts';
import { checkFields, refuseUnstorable } from './fields.ts';
import { knownParameters } from './known-parameters.ts';
import type { Owner, Viewer } from './viewer.ts';

/** What a handler gets: everything checked, typed by the contract. */
export type Call<E, V> = {
  c: Context;
  viewer: V;
  id: string;
  query: QueryOf<E>;
  body: BodyOf<E>;
};
type Answer<E> = Promise<AnswerOf<E> | Response | undefined>;
type Raw = { query: Record<string, string>; body: unknown };

export type Gate = {
  /** @throws AppError not-signed-in (401), credentials-refused (403) */
  authenticate(request: Request): Promise<Viewer>;
  /** @throws AppError too-many-requests (429) */
  admit(person: Owner, method: string): Promise<void>;
};

/**
 * Serves contract endpoints: who may call (401, 403), then what was sent (400, 413, 415, 422), then the handler.
 * An answer of `undefined` is an empty 204. Calls of a part that is not among `parts` are not there.
 */
export function createRoutes(app: Hono, gate: Gate, parts: readonly Part[]) {
  /** `enter` says who calls; `authorise` sees what was sent before its fields are checked. */
  function guarded<E extends Endpoint, V>(
    endpoint: E,
    enter: (c: Context) => Promise<V>,
    handle: (call: Call<E, V>) => Answer<E>,
    authorise?: (viewer: V, raw: Raw) => void,
  ): void {
    if (endpoint.part && !parts.includes(endpoint.part)) return;
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
      return answer instanceof Response || !answer ? answer : sharedAnswer(call.c, answer);
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
  refuseUnstorable(raw.query);
  refuseUnstorable(raw.body);
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
