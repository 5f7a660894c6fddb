import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { AppError } from '#platform/errors.ts';
import { createFairQueue, type Sender } from '#platform/jobs/fair-queue.ts';
import type { MetricsRegistry } from '#platform/observability/metrics-registry.ts';
import { withSpan } from '#platform/observability/request-context.ts';
import { normalize } from '#platform/text.ts';

/** Maximum length of a password, in UTF-16 code units. */
export const MAX_PASSWORD_LENGTH = 4096;
/** OWASP's recommended Argon2id parameters: 19 MiB, two iterations, one lane. */
const fullCost = { memory: 19_456, passes: 2, parallelism: 1 };
const TAG_BYTES = 32;
/**
 * One more than the cores of a small machine, so that no core waits for the event loop between two hashes.
 */
const CONCURRENCY = 3;

const derive = promisify(argon2);

type HasherOptions = { maxWaiting?: number; metrics?: MetricsRegistry | undefined; cost?: Cost | undefined };

export type Passwords = ReturnType<typeof createPasswordHasher>;

/**
 * Creates a password hasher, which runs Argon2id on three of the four threads of libuv's pool. Addresses take
 * turns in its queue. Passwords are normalized (NFKC). Tests pass a smaller `cost`.
 */
export function createPasswordHasher({ maxWaiting = 400, metrics, cost = fullCost }: HasherOptions = {}) {
  const queue = createFairQueue({
    concurrency: CONCURRENCY,
    maxWaiting,
    createFullError: () => new AppError('unavailable', { retryAfter: 10 }),
  });
  metrics?.gauge('hash_workers_busy', 'Passwords being hashed.', queue.running);
  metrics?.gauge('hash_workers_waiting', 'Passwords waiting to be hashed.', queue.waiting);
  const dummyHash = format(cost, randomBytes(16), randomBytes(TAG_BYTES));

  const enqueue = <T>(sender: Sender, work: () => Promise<T>): Promise<T> =>
    withSpan('hash password', {}, () => queue.add(sender, work));

  return {
    waiting: queue.waiting,
    /** @throws AppError unavailable when the queue is full */
    hash: (password: string, sender: Sender) =>
      enqueue(sender, async () => {
        const salt = randomBytes(16);
        return format(cost, salt, await computeTag(password, { salt, ...cost }));
      }),
    /**
     * Returns whether the password is correct. Without a hash, takes the same time, so that the response time
     * does not reveal whether an account exists.
     */
    verify: async (password: string, hash: string | null | undefined, sender: Sender) => {
      // This check depends only on the request, so it does not reveal whether an account exists.
      if (password.length > MAX_PASSWORD_LENGTH) return false;
      return enqueue(sender, async () => {
        const parsed = parse(hash ?? dummyHash);
        const tag = await computeTag(password, parsed);
        return timingSafeEqual(tag, parsed.tag) && hash !== null && hash !== undefined;
      });
    },
  };
}

export type Cost = { memory: number; passes: number; parallelism: number };

function computeTag(password: string, { salt, memory, passes, parallelism }: Cost & { salt: Buffer }) {
  const message = normalize(password, 'NFKC');
  return derive('argon2id', { message, nonce: salt, tagLength: TAG_BYTES, memory, passes, parallelism });
}

/** Formats a hash as PHC string. It contains its parameters, so that they can be raised later. */
function format({ memory, passes, parallelism }: Cost, salt: Buffer, tag: Buffer): string {
  const base64 = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(tag)}`;
}

function parse(hash: string): Cost & { salt: Buffer; tag: Buffer } {
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(hash);
  if (!parts) throw new Error('A stored password hash is not an Argon2id PHC string.');
  const [, memory, passes, parallelism, salt = '', tag = ''] = parts;
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  };
}
