import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

export const getOpenApi = endpoint({
  method: 'GET',
  path: '/openapi.json',
  access: 'public',
  summary: 'Returns this document.',
  response: z.record(z.string(), z.unknown()),
});
