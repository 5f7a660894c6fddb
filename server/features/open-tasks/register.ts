import { listOpenTasks, type Problem } from '#contract/open-tasks.ts';
import type { Core, Registration } from '#server/core.ts';
import { countOpenTasks } from './rules.ts';

export type OpenTasksOptions = {
  /** Returns what the site's own checks found. */
  findProblems: () => Problem[];
};

export const registerOpenTasks = (core: Core, { findProblems }: OpenTasksOptions): Registration => ({
  mount: ({ staffEndpoint }) =>
    staffEndpoint(listOpenTasks, ({ viewer }) => countOpenTasks(core, viewer, findProblems)),
});
