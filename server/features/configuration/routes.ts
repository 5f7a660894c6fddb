import * as z from 'zod/mini';
import { getConfig, type PublicConfig } from '#contract/config.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { errors } from '#contract/errors.ts';
import { getOpenApi } from '#contract/open-api.ts';
import type { Core } from '#server/core.ts';
import { enabledEndpoints } from '#server/endpoints.ts';
import type { Routes } from '#server/http/route.ts';

/** Returns the contract as an OpenAPI 3.1 document, without its title. */
function describeApi(features: PublicConfig['features']) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const endpoint of enabledEndpoints(features)) {
    const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint) };
  }
  return {
    openapi: '3.1.0',
    servers: [{ url: '/api' }],
    paths,
    components: {
      securitySchemes: { accessToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { Error: toJsonSchema(ErrorBody, 'input') },
    },
  };
}

/** `address-too-long` (414) is sent before routing (platform/http/connections.ts). */
const errorCodes = [...Object.keys(errors), 'address-too-long'];

const ErrorBody = z.object({
  error: z.object({
    code: z.enum(errorCodes),
    message: z.string(),
    fields: z.optional(z.record(z.string(), z.string())),
    /** With `changed-elsewhere`: what is stored. */
    current: z.optional(z.object({ revision: z.int(), draft: z.unknown() })),
  }),
});

function operation(endpoint: Endpoint): Record<string, unknown> {
  return {
    summary: endpoint.summary,
    parameters: [...pathParameters(endpoint), ...queryParameters(endpoint)],
    ...(endpoint.access !== 'public' && { security: [{ accessToken: [] }] }),
    ...(endpoint.body && {
      requestBody: {
        required: !endpoint.hasOptionalBody,
        content: json(toJsonSchema(endpoint.body, 'input')),
      },
    }),
    responses: { ...success(endpoint), ...errorStatuses(endpoint) },
  };
}

function pathParameters({ path }: Endpoint) {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name);
  return names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } }));
}

function queryParameters({ query }: Endpoint) {
  if (!query) return [];
  const { properties = {}, required = [] } = toJsonSchema(query, 'input') as {
    properties?: Record<string, object>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }));
}

/** Media types of responses that are not JSON, keyed by file extension. */
const mediaTypes: Record<string, string> = {
  '.ics': 'text/calendar',
  '.csv': 'text/csv',
};

function success({ response, path, redirects }: Endpoint) {
  if (redirects) return { 303: { description: 'Redirect to the page.' } };
  if (!response) return { 204: { description: 'Success.' } };
  const mediaType = mediaTypes[path.slice(path.lastIndexOf('.'))];
  if (mediaType)
    return { 200: { description: 'Success.', content: { [mediaType]: { schema: { type: 'string' } } } } };
  return { 200: { description: 'Success.', content: json(toJsonSchema(response, 'output')) } };
}

function errorStatuses({ access, errorStatuses = [] }: Endpoint) {
  const content = json({ $ref: '#/components/schemas/Error' });
  const ofAccess = { public: [], member: [401, 403], identity: [401, 403], staff: [401, 403, 404, 409] };
  const statuses = [...ofAccess[access], ...errorStatuses];
  const descriptions = statuses.map((status) => [status, { description: describeStatus(status), content }]);
  return { ...Object.fromEntries(descriptions), default: { description: 'Error.', content } };
}

/** Descriptions of the statuses that several codes have. */
const generalDescriptions: Record<number, string> = {
  400: 'The request is not readable, or not from the card provider.',
  403: 'The session has expired, or the data belongs to another account. Sign in again.',
  409: 'The current state does not allow this. `code` is the reason, `message` says what to do.',
  422: 'The input is not valid. `fields` says what to change.',
};

function describeStatus(status: number): string {
  const general = generalDescriptions[status];
  if (general) return general;
  return Object.values(errors).find((error) => error.status === status)?.message ?? 'Error.';
}

const json = (schema: object) => ({ 'application/json': { schema } });

function toJsonSchema(schema: z.ZodMiniType, io: 'input' | 'output'): object {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}

export function mountConfiguration(
  { publicEndpoint }: Routes,
  { db, siteName }: Pick<Core, 'db' | 'siteName'>,
  config: PublicConfig,
): void {
  publicEndpoint(getConfig, async () => config);
  // Built at the first request, because it takes several milliseconds.
  let document: ReturnType<typeof describeApi> | undefined;
  publicEndpoint(getOpenApi, async () => {
    document ??= describeApi(config.features);
    return { ...document, info: { title: await siteName(db, 'en'), version: config.version } };
  });
}
