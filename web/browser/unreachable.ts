import { t } from '@lingui/core/macro';

/** There was no response: offline, or the request timed out. */
export const unreachableMessage = t`We could not reach the server. Check your connection and try again.`;
