import type * as z from 'zod/mini';
import type { Feature } from './features.ts';

/**
 * One call of the product server, typed for both ends. `path` stands under /api, parameters as `:id`.
 * `access` tells who may call: everyone, a signed-in member, or whoever holds what `PUT /user` asks for.
 */
export type Endpoint<
  Query extends z.ZodMiniType = z.ZodMiniType,
  Body extends z.ZodMiniType = z.ZodMiniType,
  Answer extends z.ZodMiniType = z.ZodMiniType,
> = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  access: 'public' | 'member' | 'identity';
  summary: string;
  /** The feature this call belongs to; a site that disables it has no such call. */
  feature?: Feature;
  query?: Query;
  body?: Body;
  /** The JSON of a 200; without it the answer is an empty 204. */
  response?: Answer;
  /** It answers 303, to a page. */
  leadsToPage?: true;
  /** Statuses beside success, those that every call may answer (4xx of HTTP itself, 429, 503), and 401 and 403 unless it is public. */
  errorStatuses?: readonly number[];
};

export const endpoint = <Q extends z.ZodMiniType, B extends z.ZodMiniType, A extends z.ZodMiniType>(
  definition: Endpoint<Q, B, A>,
): Endpoint<Q, B, A> => definition;

export type QueryOf<E> = E extends Endpoint<infer Q, z.ZodMiniType, z.ZodMiniType> ? z.infer<Q> : never;
export type BodyOf<E> = E extends Endpoint<z.ZodMiniType, infer B, z.ZodMiniType> ? z.infer<B> : never;
export type ResponseOf<E> = E extends Endpoint<z.ZodMiniType, z.ZodMiniType, infer A> ? z.infer<A> : never;
