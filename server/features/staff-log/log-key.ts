import type { GetSecret } from '#platform/security/secrets.ts';

/** Returns the key of the log's HMACs. */
export const readLogKey = async (getSecret: GetSecret): Promise<Uint8Array> =>
  new TextEncoder().encode(await getSecret('staff-log-key'));
