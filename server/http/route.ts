import type { Context, Hono } from 'hono';
import * as z from 'zod/mini';
import type { BodyOf, Endpoint, QueryOf, ResponseOf } from '#contract/endpoint.ts';
import type { Feature } from '#contract/features.ts';
import type { StaffAccess } from '#contract/staff-access.ts';
import { AppError } from '#platform/errors.ts';
import { readJson } from '#platform/http/body.ts';
import { respondWithPublicJson } from '#platform/http/public-text.ts';
import { isStorableText } from '#platform/text.ts';
import { describeIssue } from './issue-messages.ts';
import type { GrantedRole, Owner, StaffMember, StaffTarget, Viewer } from './viewer.ts';

/** The validated input of a handler, typed by the contract. */
export type HandlerInput<E, V> = {
  c: Context;
  viewer: V;
  id: string;
  /** The parameters of the path, keyed by name. */
  params: Record<string, string>;
  query: QueryOf<E>;
  body: BodyOf<E>;
};
type HandlerResult<E> = Promise<ResponseOf<E> | Response | undefined>;
export type RawInput = { params: Record<string, string>; query: Record<string, string>; body: unknown };

export type Guard = {
  /** Returns the input as it is validated: a donor's phone number is read by the rules of the site's country. */
  prepare(input: RawInput): Promise<RawInput>;
  /** @throws AppError not-signed-in (401), credentials-refused (403) */
  authenticate(request: Request): Promise<Viewer>;
  /** @throws AppError too-many-requests (429) */
  admit(person: Owner, method: string): Promise<void>;
  /** @throws AppError not-found (404: no role) */
  requireRole(viewer: Viewer): Promise<GrantedRole[]>;
  /**
   * @throws AppError not-found (404: no role that allows this at this center), shift-ended,
   * second-factor-needed (409)
   */
  authorizeStaff(
    caller: { viewer: Viewer; roles: GrantedRole[] },
    access: StaffAccess,
    target: StaffTarget,
  ): Promise<StaffMember>;
};

/**
 * Registers contract endpoints. Order of checks: authentication (401, 403), input (400, 413, 415, 422),
 * handler. A result of `undefined` becomes an empty 204. Endpoints of disabled features are not registered.
 */
export function createRoutes(app: Hono, guard: Guard, enabled: readonly Feature[]) {
  /** `identify` authenticates the caller. `authorize` gets the input before its fields are validated. */
  function authorizedEndpoint<E extends Endpoint, Caller, V>(
    endpoint: E,
    identify: (c: Context) => Promise<Caller>,
    authorize: (caller: Caller, raw: RawInput) => V | Promise<V>,
    handle: (input: HandlerInput<E, V>) => HandlerResult<E>,
  ): void {
    if (endpoint.feature && !enabled.includes(endpoint.feature)) return;
    app.on(endpoint.method, endpoint.path, async (c) => {
      const caller = await identify(c);
      const raw = await guard.prepare(await readInput(c, endpoint));
      const viewer = await authorize(caller, raw);
      return toResponse(c, await handle(validateInput(c, endpoint, raw, viewer)));
    });
  }

  const guardedEndpoint = <E extends Endpoint, V>(
    endpoint: E,
    identify: (c: Context) => Promise<V>,
    handle: (input: HandlerInput<E, V>) => HandlerResult<E>,
  ): void => authorizedEndpoint(endpoint, identify, (viewer) => viewer, handle);

  const identifyMember = (method: string) => async (c: Context) => {
    const viewer = await guard.authenticate(c.req.raw);
    await guard.admit(viewer, method);
    return viewer;
  };

  /** Registers a public endpoint. Its GET responses are the same for everyone and cacheable. */
  function publicEndpoint<E extends Endpoint>(
    endpoint: E,
    handle: (input: HandlerInput<E, undefined>) => HandlerResult<E>,
  ): void {
    const handlePublic = async (input: HandlerInput<E, undefined>) => {
      const result = await handle(input);
      return result instanceof Response || !result ? result : respondWithPublicJson(input.c, result);
    };
    guardedEndpoint(endpoint, async () => undefined, endpoint.method === 'GET' ? handlePublic : handle);
  }

  /** Registers a public endpoint whose response has more for a signed-in member. It is not cached. */
  function openEndpoint<E extends Endpoint>(
    endpoint: E,
    handle: (input: HandlerInput<E, Viewer | undefined>) => HandlerResult<E>,
  ): void {
    const identify = (c: Context) =>
      c.req.header('authorization') === undefined
        ? Promise.resolve(undefined)
        : identifyMember(endpoint.method)(c);
    guardedEndpoint(endpoint, identify, handle);
  }

  /**
   * Registers an endpoint for signed-in members. `authorize` runs before the input is validated, so that
   * another member's email is a 403 instead of a 422.
   */
  function memberEndpoint<E extends Endpoint>(
    endpoint: E,
    handle: (input: HandlerInput<E, Viewer>) => HandlerResult<E>,
    authorize?: (viewer: Viewer, raw: RawInput) => void,
  ): void {
    const check = (viewer: Viewer, raw: RawInput) => {
      authorize?.(viewer, raw);
      return viewer;
    };
    authorizedEndpoint(endpoint, identifyMember(endpoint.method), check, handle);
  }

  /** Registers an endpoint for staff. The contract says which roles may call it. */
  function staffEndpoint<E extends Extract<Endpoint, { access: 'staff' }>>(
    endpoint: E,
    handle: (input: HandlerInput<E, StaffMember>) => HandlerResult<E>,
  ): void {
    const identify = async (c: Context) => {
      const viewer = await identifyMember(endpoint.method)(c);
      return { viewer, roles: await guard.requireRole(viewer) };
    };
    const authorize = (caller: Awaited<ReturnType<typeof identify>>, raw: RawInput) =>
      guard.authorizeStaff(caller, endpoint.staff, readTarget(endpoint.staff, raw));
    authorizedEndpoint(endpoint, identify, authorize, handle);
  }

  return { guardedEndpoint, publicEndpoint, openEndpoint, memberEndpoint, staffEndpoint };
}

export type Routes = ReturnType<typeof createRoutes>;

async function readInput(c: Context, endpoint: Endpoint): Promise<RawInput> {
  const query = c.req.queries();
  const known = knownParameters(endpoint).filter((name) => Object.hasOwn(query, name));
  const repeated = known.filter((name) => (query[name]?.length ?? 0) > 1);
  if (repeated.length > 0)
    throw new AppError('invalid-fields', {
      fields: Object.fromEntries(repeated.map((name) => [name, 'Send this parameter only once'])),
    });
  return {
    params: c.req.param(),
    query: Object.fromEntries(known.map((name) => [name, query[name]?.[0] as string])),
    body: endpoint.body ? await readBody(c, endpoint) : undefined,
  };
}

function readBody(c: Context, { hasOptionalBody, maxBodyBytes }: Endpoint): Promise<unknown> {
  const isAbsent = c.req.header('content-type') === undefined || c.req.header('content-length') === '0';
  return hasOptionalBody && isAbsent ? Promise.resolve({}) : readJson(c, maxBodyBytes);
}

/**
 * Returns the appointment or center that a request names. An id is '' if the request must name one but does
 * not.
 */
function readTarget(
  { center, isCenterOptional }: StaffAccess,
  { params, query, body }: RawInput,
): StaffTarget {
  if (!center) return {};
  if (center === 'appointment') {
    const { id = '' } = params;
    return { appointmentId: isStorableText(id) ? id : '' };
  }
  if (center === 'path') return { centerId: params.id ?? '' };
  const { centerId } = (center === 'query' ? query : (body ?? {})) as { centerId?: unknown };
  if (centerId === undefined && isCenterOptional) return {};
  return { centerId: typeof centerId === 'string' ? centerId : '' };
}

function validateInput<E extends Endpoint, V>(
  c: Context,
  endpoint: E,
  raw: RawInput,
  viewer: V,
): HandlerInput<E, V> {
  const { params } = raw;
  if (Object.values(params).some((value) => value.includes('\0'))) throw new AppError('not-found');
  rejectUnstorable(raw.query);
  rejectUnstorable(raw.body);
  return {
    c,
    viewer,
    id: params.id ?? '',
    params,
    query: (endpoint.query ? parseFields(endpoint.query, raw.query) : undefined) as QueryOf<E>,
    body: (endpoint.body ? parseFields(endpoint.body as z.ZodMiniType, raw.body) : undefined) as BodyOf<E>,
  };
}

function toResponse(c: Context, result: unknown): Response {
  if (result instanceof Response) return result;
  return result === undefined ? c.body(null, 204) : c.json(result as object);
}

/**
 * Returns the value parsed by the schema.
 * @throws AppError invalid-fields (422) naming each invalid field
 */
export function parseFields<S extends z.ZodMiniType>(schema: S, value: unknown): z.infer<S> {
  const parsed = z.safeParse(schema, value, { error: describeIssue });
  if (parsed.success) return parsed.data;
  const fields: Record<string, string> = {};
  for (const issue of parsed.error.issues) {
    const name = issue.path.join('.') || 'body';
    fields[name] ??= issue.message;
  }
  throw new AppError('invalid-fields', { fields });
}

/** Iterates instead of recursing, because 64 KB of JSON can nest deeper than the stack allows. */
function rejectUnstorable(input: unknown): void {
  const queue: [name: string, value: unknown][] = [['body', input]];
  for (const [name, value] of queue) {
    if (typeof value === 'string' && !isStorableText(value)) {
      throw new AppError('invalid-fields', {
        fields: { [name]: 'Remove invisible characters, or type this again' },
      });
    }
    if (typeof value === 'object' && value !== null) {
      for (const entry of Object.entries(value)) queue.push(entry);
    }
  }
}

/** Returns the names of the query parameters that an endpoint reads. */
export function knownParameters({ query }: Pick<Endpoint, 'query'>): readonly string[] {
  const { shape } = (query?._zod.def ?? {}) as { shape?: object };
  return Object.keys(shape ?? {});
}

/**
 * Registers the fallbacks: 405 with Allow for a known path with another method, 404 for everything else. For
 * people without a role, a path for staff only is a 404.
 */
export function mountFallbackRoutes(
  app: Hono,
  endpoints: readonly Endpoint[],
  { authenticate, requireRole }: Pick<Guard, 'authenticate' | 'requireRole'>,
): void {
  for (const [path, known] of Map.groupBy(endpoints, (endpoint) => endpoint.path)) {
    const allowed: string[] = known.map(({ method }) => method);
    if (allowed.includes('GET')) allowed.push('HEAD');
    const isHidden = known.every(({ access }) => access === 'staff');
    app.all(path, async (c) => {
      if (isHidden) await requireRole(await authenticate(c.req.raw));
      c.header('Allow', allowed.join(', '));
      throw new AppError('method-not-allowed');
    });
  }
  app.all('*', () => {
    throw new AppError('not-found');
  });
}
