import { createHmac } from 'node:crypto';
import type { Transaction } from 'kysely';
import { days } from '#platform/time.ts';
import type { CardTables } from '../schema/tables.ts';
import { forgetAnswers, holdKey, keepAnswer, readAnswer } from './repository.ts';
import { StripeShapedError } from './stripe-error.ts';

export type Answer = { status: number; body: object; replayed?: boolean };

export type IdempotentRequest = {
  /** The caller's kind and its Idempotency-Key: a browser must not meet the server's keys. */
  key: string;
  path: string;
  parameters: object;
  now: number;
  /** Parameters may hold a card's number and code: under this secret their fingerprint tells neither. */
  secret: string;
};

/**
 * Runs `act` once for a key; a repeat gets the first answer, whatever it was. Another request under the same key is
 * refused. A refusal that `act` throws undoes the transaction, and with it the key, as Stripe does for bad parameters.
 */
export async function once(
  trx: Transaction<CardTables>,
  { key, path, parameters, now, secret }: IdempotentRequest,
  act: () => Promise<Answer>,
): Promise<Answer> {
  await forgetAnswers(trx, now - days(1));
  const hash = createHmac('sha256', secret)
    .update(JSON.stringify([path, parameters]))
    .digest('base64url');
  if (!(await holdKey(trx, { key, request_hash: hash, status: 0, body: '', created_at: now }))) {
    return repeat(trx, key, hash);
  }
  const answer = await act();
  await keepAnswer(trx, key, answer);
  return answer;
}

async function repeat(trx: Transaction<CardTables>, key: string, hash: string): Promise<Answer> {
  const earlier = await readAnswer(trx, key);
  if (earlier.request_hash !== hash) {
    throw new StripeShapedError(400, {
      type: 'idempotency_error',
      message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key.slice(key.indexOf(':') + 1)}' if you meant to execute a different request.`,
    });
  }
  return { status: earlier.status, body: JSON.parse(earlier.body), replayed: true };
}
