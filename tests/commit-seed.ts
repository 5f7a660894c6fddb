import { spawnSync } from 'node:child_process';

const { stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' });

/** Different for each commit, so that each explores anew, and the same in all runs of it, so that a failure can be repeated. */
export const COMMIT_SEED = Number.parseInt(stdout?.slice(0, 7) ?? '', 16) || 1;
