import { t } from '@lingui/core/macro';

/** Shown if there is no response, for example because the browser is offline. */
export const unreachableMessage = t`We could not reach the server. Check your connection and try again.`;
