import type * as z from 'zod/mini';
import type { Feature } from './features.ts';
import type { StaffAccess } from './staff-access.ts';

/**
 * One endpoint of the product server, typed for both ends. `path` is relative to /api and names its
 * parameters `:id`. `access`: everyone, signed-in members, holders of an identity token (`PUT /user`), or
 * staff with a role.
 */
type Definition<
  Query extends z.ZodMiniType = z.ZodMiniType,
  Body extends z.ZodMiniType = z.ZodMiniType,
  Response extends z.ZodMiniType = z.ZodMiniType,
> = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  summary: string;
  /** The feature this endpoint belongs to. A site that disables the feature does not have the endpoint. */
  feature?: Feature;
  query?: Query;
  body?: Body;
  /** The maximum size of the body. Default: 64 KB. */
  maxBodyBytes?: number;
  /** Accepts a request without a body, as if it had no fields. */
  hasOptionalBody?: true;
  /**
   * The JSON of a 200 response, or the text of a downloaded file. If absent, the response is an empty 204.
   */
  response?: Response;
  /** The response is a 303 redirect to a page. */
  redirects?: true;
  /**
   * Error statuses of this endpoint. Every endpoint also has the general HTTP 4xx, 429 and 503, and one that
   * is not public has 401 and 403.
   */
  errorStatuses?: readonly number[];
};

/** A staff endpoint declares which staff may call it. */
type StaffOnly = { access: 'staff'; staff: StaffAccess };

export type Endpoint<
  Query extends z.ZodMiniType = z.ZodMiniType,
  Body extends z.ZodMiniType = z.ZodMiniType,
  Response extends z.ZodMiniType = z.ZodMiniType,
> = Definition<Query, Body, Response> &
  ({ access: 'public' | 'member' | 'identity'; staff?: never } | StaffOnly);

export const endpoint = <Q extends z.ZodMiniType, B extends z.ZodMiniType, A extends z.ZodMiniType>(
  definition: Endpoint<Q, B, A>,
): Endpoint<Q, B, A> => definition;

export const staffEndpoint = <Q extends z.ZodMiniType, B extends z.ZodMiniType, A extends z.ZodMiniType>(
  staff: StaffAccess,
  definition: Definition<Q, B, A>,
): Definition<Q, B, A> & StaffOnly => ({ feature: 'staff', ...definition, access: 'staff', staff });

/** The query and the body as a request sends them. */
export type QueryJson<E> = E extends Endpoint<infer Q, z.ZodMiniType, z.ZodMiniType> ? z.input<Q> : never;
export type BodyJson<E> = E extends Endpoint<z.ZodMiniType, infer B, z.ZodMiniType> ? z.input<B> : never;
/** The query and the body after they were parsed. */
export type QueryOf<E> = E extends Endpoint<infer Q, z.ZodMiniType, z.ZodMiniType> ? z.output<Q> : never;
export type BodyOf<E> = E extends Endpoint<z.ZodMiniType, infer B, z.ZodMiniType> ? z.output<B> : never;
export type ResponseOf<E> = E extends Endpoint<z.ZodMiniType, z.ZodMiniType, infer A> ? z.infer<A> : never;
