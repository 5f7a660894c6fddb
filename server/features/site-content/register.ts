import { seconds } from '#platform/time.ts';
import type { Core, Registration } from '#server/core.ts';
import type { PreviewOptions } from './preview.ts';
import { mountSiteContent } from './routes.ts';
import { publishDueContent } from './schedule.ts';

export const registerSiteContent = (core: Core, options: PreviewOptions): Registration => ({
  mount: (routes) => mountSiteContent(routes, core, options),
  jobs: [{ name: 'publish-scheduled-content', everyMs: seconds(1), run: () => publishDueContent(core) }],
});
