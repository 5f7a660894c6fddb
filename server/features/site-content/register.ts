import { seconds } from '#platform/time.ts';
import type { Core, Registration } from '#server/core.ts';
import { mountSiteContent } from './routes.ts';
import { publishDueContent } from './schedule.ts';

export const registerSiteContent = (core: Core): Registration => ({
  mount: (routes) => mountSiteContent(routes, core),
  jobs: [{ name: 'publish-scheduled-content', everyMs: seconds(1), run: () => publishDueContent(core) }],
});
