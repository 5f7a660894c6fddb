import { createHmac } from 'node:crypto';
import { days } from '#platform/time.ts';
import { readResponse, removeOldResponses, reserveKey, storeResponse } from '../repository.ts';
import type { Trx } from '../schema/tables.ts';
import { StripeShapedError } from './errors.ts';

/** How long a response is stored for its key. */
export const RETENTION_MS = days(1);

export type Reply = { status: number; body: object };

export type IdempotentRequest = {
  /** The caller and its Idempotency-Key: a browser must not meet the server's keys. */
  key: string;
  path: string;
  parameters: object;
  now: number;
  /** Parameters may contain a card's number and security code: a fingerprint under this secret reveals neither. */
  secret: string;
};

/**
 * Runs `act` once for a key (https://docs.stripe.com/api/idempotent_requests): a repeat gets the first response, declines
 * included; another request under the same key is refused; one at the same time waits. What `act` throws undoes the
 * transaction, and with it the key.
 */
export async function runOnce(
  trx: Trx,
  request: IdempotentRequest,
  act: () => Promise<Reply>,
): Promise<Reply> {
  const { key, now } = request;
  const request_hash = fingerprint(request);
  await removeOldResponses(trx, now - RETENTION_MS, key);
  if (await reserveKey(trx, { key, request_hash, status: 0, body: '', created_at: now })) {
    const reply = await act();
    await storeResponse(trx, key, reply.status, reply.body);
    return reply;
  }
  const { status, body, ...earlier } = await readResponse(trx, key);
  if (earlier.request_hash === request_hash) return { status, body: JSON.parse(body) };
  const message = `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key.slice(key.indexOf(':') + 1)}' if you meant to execute a different request.`;
  throw new StripeShapedError(400, message, { type: 'idempotency_error' });
}

const fingerprint = ({ path, parameters, secret }: IdempotentRequest): string =>
  createHmac('sha256', secret)
    .update(JSON.stringify([path, parameters]))
    .digest('base64url');
