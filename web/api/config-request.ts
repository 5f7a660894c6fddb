import type { PublicConfig } from '#contract/config.ts';

let received: PublicConfig | undefined;

/**
 * Returns the site's configuration if any part of the page has received it, or requests it. Does not wait for
 * a pending request of another caller, which may never end.
 */
export async function shareConfig(send: () => Promise<PublicConfig>): Promise<PublicConfig> {
  received ??= requireConfig(await send());
  return received;
}

/** Rejects a response that comes from a captive portal instead of our server. */
function requireConfig(config: PublicConfig): PublicConfig {
  if (!config.identity || !config.images || !config.cards || !config.features)
    throw new TypeError('This is not the configuration of the site.');
  return config;
}
