import { fetchWithTimeout } from '#platform/http/fetch-with-timeout.ts';
import { seconds } from '#platform/time.ts';

/**
 * Reads one event, as the site does anyway, without loading Stripe's package. Returns the status and Stripe's
 * time in ms.
 */
export async function tryStripe(
  secretKey: string,
  fetch: typeof globalThis.fetch = fetchWithTimeout({ timeoutMs: seconds(7) }),
): Promise<{ status: number; date: number }> {
  const { status, headers } = await fetch('https://api.stripe.com/v1/events?limit=1', {
    headers: { Authorization: `Bearer ${secretKey}` },
  });
  return { status, date: Date.parse(headers.get('date') ?? '') };
}
