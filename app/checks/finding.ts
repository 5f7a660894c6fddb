import { SetupError } from '#platform/errors.ts';
import { seconds, withTimeout } from '#platform/time.ts';

/** What a check found. The texts name hosts and files, but never a secret. `fix`: what to do. */
export type Finding = { isOk: true; text: string } | { isOk: false; text: string; fix: string };

/** `run` resolves to undefined if there is nothing to check. */
export type Check = { name: string; run: () => Promise<Finding | undefined> };

export const ok = (text: string): Finding => ({ isOk: true, text });
export const problem = (text: string, fix: string): Finding => ({ isOk: false, text, fix });

const TIMEOUT_MS = seconds(8);

/** Runs a check, which cannot take longer than 8 s and cannot throw. */
export async function runCheck({ name, run }: Check): Promise<Finding | undefined> {
  try {
    return await withTimeout(TIMEOUT_MS, run());
  } catch (error) {
    // The message of a SetupError says what to do.
    const fix = error instanceof SetupError ? '' : 'Read the log of the site.';
    return problem(describeError(error, name), fix);
  }
}

/** Codes of certificates that are not valid, as Node and OpenSSL name them. */
const certificateCodes = /CERT|SELF_SIGNED|VERIFY|ISSUER/;

/** Describes an error without its message, which may contain what was sent. */
export function describeError(error: unknown, host: string): string {
  if (error instanceof SetupError) return error.message;
  const code = findCode(error);
  if (code === 'ECONNREFUSED') return `connection refused by ${host}`;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return `${host} is not found`;
  if (certificateCodes.test(code)) return `the certificate of ${host} is not valid (${code})`;
  const isTimeout = /TIMEOUT|ETIMEDOUT|UNREACH|No response|in time/.test(
    `${code} ${(error as Error).message}`,
  );
  return isTimeout ? `no response from ${host} in time` : `${host} does not respond as expected (${code})`;
}

/** Returns the code of the error or of one of its causes. */
function findCode(error: unknown): string {
  for (let inner = error; inner instanceof Error; inner = inner.cause) {
    const { code } = inner as { code?: unknown };
    if (typeof code === 'string') return code;
    if (inner instanceof AggregateError) return findCode(inner.errors[0]);
  }
  return error instanceof Error ? error.name : 'unknown';
}
