import { createHmac } from 'node:crypto';
import { days } from '#platform/time.ts';
import { readResponse, removeOldResponses, reserveKey, storeResponse } from '../repository.ts';
import type { Trx } from '../schema/tables.ts';
import { StripeShapedError } from './errors.ts';

/** How long the response to an Idempotency-Key is stored. */
export const RETENTION_MS = days(1);

export type StoredResponse = { status: number; body: object };

export type IdempotentRequest = {
  /** The caller and its Idempotency-Key. Keys of the browser and of the server are separate. */
  key: string;
  path: string;
  parameters: object;
  now: number;
  /** Key of the HMAC over the parameters, which may contain a card's number and security code. */
  secret: string;
};

/**
 * Runs `handler` once for each key (https://docs.stripe.com/api/idempotent_requests). A repeated request gets
 * the first response, even a decline. A different request with the same key is rejected, and a concurrent one
 * waits. If `handler` throws, the transaction and the key are rolled back.
 */
export async function runOnce(
  trx: Trx,
  request: IdempotentRequest,
  handler: () => Promise<StoredResponse>,
): Promise<StoredResponse> {
  const { key, now } = request;
  const request_hash = fingerprint(request);
  await removeOldResponses(trx, now - RETENTION_MS, key);
  if (await reserveKey(trx, { key, request_hash, status: 0, body: '', created_at: now })) {
    const response = await handler();
    await storeResponse(trx, key, response.status, response.body);
    return response;
  }
  const { status, body, ...original } = await readResponse(trx, key);
  if (original.request_hash === request_hash) return { status, body: JSON.parse(body) };
  const message = `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key.slice(key.indexOf(':') + 1)}' if you meant to execute a different request.`;
  throw new StripeShapedError(400, message, { type: 'idempotency_error' });
}

const fingerprint = ({ path, parameters, secret }: IdempotentRequest): string =>
  createHmac('sha256', secret)
    .update(JSON.stringify([path, parameters]))
    .digest('base64url');
