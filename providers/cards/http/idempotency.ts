import { createHmac } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import { days } from '#platform/time.ts';
import type { CardTables } from '../schema/tables.ts';
import { forgetAnswers, holdKey, keepAnswer, readAnswer } from './repository.ts';
import { StripeShapedError, withLogUrl } from './stripe-error.ts';

/** So long an answer is kept for its key. */
export const KEPT = days(1);

export type Answer = {
  status: number;
  body: object;
  /** A repeat will get the same. */
  kept?: boolean;
  /** It is a repeat. */
  replayed?: boolean;
};

export type IdempotentRequest = {
  /** The caller's kind and its Idempotency-Key: a browser must not meet the server's keys. */
  key: string;
  requestId: string;
  path: string;
  parameters: object;
  now: number;
  /** Parameters may hold a card's number and code: under this secret their fingerprint tells neither. */
  secret: string;
};

/**
 * Runs `act` once for a key, as https://docs.stripe.com/api/idempotent_requests has it: a repeat gets the first answer,
 * refusals included, for a day; another request under the same key is refused; one at the same time waits. A request
 * that was wrong in itself undoes the transaction, and with it the key.
 */
export async function once(
  trx: Transaction<CardTables>,
  request: IdempotentRequest,
  act: () => Promise<Answer>,
): Promise<Answer> {
  await forgetAnswers(trx, request.now - KEPT, request.key);
  if (!(await holdKey(trx, unanswered(request)))) return repeat(trx, request);
  // A repeat names the first request, not itself.
  const answer = withLogUrl(await carriedOut(act), request.requestId, request.now);
  await keepAnswer(trx, request.key, answer);
  return { ...answer, kept: true };
}

/** What failed after all was undone is kept too: its caller must not be told one thing first and another thing later. */
export async function keepFailure(
  db: Kysely<CardTables>,
  request: IdempotentRequest,
  answer: Answer,
): Promise<Answer> {
  return db.transaction().execute((trx) => once(trx, request, () => Promise.resolve(answer)));
}

async function carriedOut(act: () => Promise<Answer>): Promise<Answer> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof StripeShapedError && error.carriedOut) return error.answer;
    throw error;
  }
}

async function repeat(trx: Transaction<CardTables>, request: IdempotentRequest): Promise<Answer> {
  const { key } = request;
  const earlier = await readAnswer(trx, key);
  if (earlier.request_hash !== fingerprint(request)) {
    throw new StripeShapedError(400, {
      type: 'idempotency_error',
      message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key.slice(key.indexOf(':') + 1)}' if you meant to execute a different request.`,
    });
  }
  return { status: earlier.status, body: JSON.parse(earlier.body), kept: true, replayed: true };
}

const unanswered = (request: IdempotentRequest) => ({
  key: request.key,
  request_hash: fingerprint(request),
  status: 0,
  body: '',
  created_at: request.now,
});

const fingerprint = ({ path, parameters, secret }: IdempotentRequest): string =>
  createHmac('sha256', secret)
    .update(JSON.stringify([path, parameters]))
    .digest('base64url');
