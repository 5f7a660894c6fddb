import { refuse } from '../http/errors.ts';
import type { Fields } from '../http/fields.ts';
import type { Site } from '../services.ts';

const LONGEST = 2048;

/** Where the page behind the link leads on to: on our own domains only, so that no mail of ours leads elsewhere. */
export function readContinueUrl(fields: Fields, site: Site): string | undefined {
  const given = fields.text('continueUrl');
  if (!given) {
    if (fields.flag('canHandleCodeInApp')) throw refuse('MISSING_CONTINUE_URI');
    return undefined;
  }
  const url = given.length > LONGEST ? null : URL.parse(given);
  if (!url?.host || !/^https?:$/.test(url.protocol)) {
    throw refuse('INVALID_CONTINUE_URI', 'expected an absolute URI with valid scheme and host');
  }
  if (!site.authorizedDomains.includes(url.hostname)) {
    throw refuse('UNAUTHORIZED_DOMAIN', 'Domain not allowlisted by project');
  }
  return url.href;
}
