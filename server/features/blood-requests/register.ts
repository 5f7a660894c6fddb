import { minutes, seconds } from '#platform/time.ts';
import type { Core, Registration } from '#server/core.ts';
import { sendNotice } from './notices.ts';
import { mountBloodRequests } from './routes.ts';
import { eraseOldRequests, expireRequests } from './rules.ts';
import { askDonor, askDonors } from './waves.ts';

export const registerBloodRequests = (core: Core): Registration => ({
  mount: (routes) => mountBloodRequests(routes, core),
  jobs: core.features.includes('requests')
    ? [
        { name: 'ask-donors', singleton: true, everyMs: seconds(2), run: () => askDonors(core) },
        { name: 'expire-requests', singleton: true, everyMs: minutes(1), run: () => expireRequests(core) },
      ]
    : [],
  handlers: {
    'ask-donor': askDonor.bind(undefined, core),
    'request-notice': sendNotice.bind(undefined, core),
  },
  cleanUps: { requests: () => eraseOldRequests(core) },
});
