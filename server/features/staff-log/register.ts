import { days } from '#platform/time.ts';
import type { Core, Registration } from '#server/core.ts';
import { publishHead } from './log-head.ts';
import { mountStaffLog } from './routes.ts';

export const registerStaffLog = (core: Core): Registration => ({
  mount: (routes) => mountStaffLog(routes, core),
  jobs: core.features.includes('staff')
    ? [
        {
          name: 'publish-log-head',
          singleton: true,
          everyMs: days(1),
          run: () => publishHead(core),
        },
      ]
    : [],
});
