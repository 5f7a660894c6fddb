import { globSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { allowed } from './allowed.ts';
import { superlinear } from './analyze.ts';
import { patternsOf } from './patterns.ts';

/** What runs on the server or in the browser. Tests, scripts and the tools' configuration meet no stranger. */
const running = /^(contract|platform|providers|samples|server|web)\/.*\.tsx?$|^[^/]+\.ts$/;
const others =
  /\.test\.tsx?$|\/testing\/|^samples\/pictures\/|^(vite|vitest|react-router|lingui|playwright)\.config\.ts$/;

/** Every regular expression below `root` that may take more than linear time, as `file:line pattern: why`. */
export function checkRegexes(root: string, exceptions = allowed): string[] {
  const unused = new Set(exceptions);
  const files = globSync('**/*.{ts,tsx}', {
    cwd: root,
    exclude: ['node_modules', 'build', 'data', 'e2e', '.react-router'],
  })
    .map((file) => file.split(sep).join('/'))
    .filter((file) => running.test(file) && !others.test(file));
  const problems = files.sort().flatMap((file) =>
    patternsOf(file, readFileSync(join(root, file), 'utf8')).flatMap(({ line, source, flags, problem }) => {
      const why = problem ?? superlinear(source, flags);
      if (!why) return [];
      const exception = exceptions.find((each) => each.file === file && each.source === source);
      if (exception) unused.delete(exception);
      return exception ? [] : [`${file}:${line} /${source}/${flags}: ${why}`];
    }),
  );
  return [
    ...problems,
    ...[...unused].map(({ file, source }) => `scripts/regexes/allowed.ts: nothing needs ${file} ${source}`),
  ];
}
