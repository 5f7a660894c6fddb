import type { GetSecret } from '#platform/security/secrets.ts';
import type { Core } from '#server/core.ts';

/** Reads the keys that sign links, one for each purpose. */
export async function readLinkKeys(getSecret: GetSecret): Promise<Core['linkKeys']> {
  const keyOf = async (name: string) => new TextEncoder().encode(await getSecret(name));
  return {
    offers: await keyOf('slot-offer-key'),
    reminders: await keyOf('reminder-link-key'),
    walkIns: await keyOf('walk-in-link-key'),
  };
}
