import type { PublicConfig } from '#contract/config.ts';

let request: Promise<PublicConfig> | undefined;

/** Requests the site's configuration once for everybody on the page, as the first caller sends it; again after a failure. */
export function shareConfigRequest(send: () => Promise<PublicConfig>): Promise<PublicConfig> {
  request ??= send()
    .then(requireConfig)
    .catch((error: unknown) => {
      request = undefined;
      throw error;
    });
  return request;
}

/** The response may come from a captive portal instead of our server. */
function requireConfig(config: PublicConfig): PublicConfig {
  if (!config.identity || !config.images || !config.cards || !config.features)
    throw new TypeError('This is not the configuration of the site.');
  return config;
}
