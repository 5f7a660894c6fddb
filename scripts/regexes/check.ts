import { readSources } from '../sources/sources.ts';
import { allowed } from './allowed.ts';
import { findSuperlinear } from './analyze.ts';
import { patternsOf } from './patterns.ts';

/** What runs on the server or in the browser. Tests, scripts and the tools' configuration meet no stranger. */
const running = /^(contract|platform|providers|samples|server|web)\/.*\.tsx?$|^[^/]+\.ts$/;
const others =
  /\.test\.tsx?$|\/testing\/|^samples\/pictures\/|^(vite|vitest|react-router|lingui|playwright)\.config\.ts$/;

/** Every regular expression below `root` that may take more than linear time, as `file:line pattern: why`. */
export function checkRegexes(root: string, exceptions = allowed): string[] {
  const unused = new Set(exceptions);
  const sources = readSources(root).filter(({ file }) => running.test(file) && !others.test(file));
  const problems = sources.flatMap(({ file, text }) =>
    patternsOf(file, text).flatMap(({ line, source, flags, problem }) => {
      const why = problem ?? findSuperlinear(source, flags);
      if (!why) return [];
      const exception = exceptions.find((each) => each.file === file && each.source === source);
      if (exception) unused.delete(exception);
      return exception ? [] : [`${file}:${line} /${source}/${flags}: ${why}`];
    }),
  );
  for (const { file, source } of unused)
    problems.push(`scripts/regexes/allowed.ts: nothing needs ${file} ${source}`);
  return problems;
}
