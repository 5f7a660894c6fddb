import { listOpenTasks } from '#contract/open-tasks.ts';
import type { Core, Registration } from '#server/core.ts';
import { countOpenTasks } from './rules.ts';

export const registerOpenTasks = (core: Core): Registration => ({
  mount: ({ staffEndpoint }) => staffEndpoint(listOpenTasks, ({ viewer }) => countOpenTasks(core, viewer)),
});
