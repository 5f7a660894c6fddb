// npm run known-holes: asks the registry what is known of the packages that run and build the site.
import { spawnSync } from 'node:child_process';
import { reportOf } from './known-holes/report.ts';
import { root } from './set-up/paths.mjs';

const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
const { stdout } = spawnSync(npm, ['audit', '--omit=dev', '--json'], { cwd: root, encoding: 'utf8' });
const { lines, verdict } = reportOf(stdout ?? '');
for (const line of lines) console.log(line);
if (verdict === 'none') console.log('Nothing that has to be replaced is known.');
if (verdict === 'unanswered')
  console.log('NOT CHECKED: the registry does not answer. Give `npm run sbom` to a scanner instead.');
if (verdict === 'known') process.exitCode = 1;
