import { spawnSync } from 'node:child_process';

const { stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' });

/**
 * Differs between commits, so that each explores new cases, and is the same in all runs of a commit, so that
 * a failure can be repeated.
 */
export const COMMIT_SEED = Number.parseInt(stdout?.slice(0, 7) ?? '', 16) || 1;
