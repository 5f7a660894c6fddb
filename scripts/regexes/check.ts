import { readSources, type Source } from '../sources.ts';
import { allowed } from './allowed.ts';
import { findSuperlinear } from './analyze.ts';
import { patternsOf } from './patterns.ts';

/** Code that runs on the server or in the browser. Tests, scripts and configuration files do not process user input. */
const productionCode = /^(contract|platform|providers|samples|server|web)\/.*\.tsx?$|^[^/]+\.ts$/;
const excluded =
  /\.test\.tsx?$|\/testing\/|^samples\/pictures\/|^(vite|vitest|react-router|lingui|playwright)\.config\.ts$/;

/** Returns every regular expression of the running code that may take more than linear time, as `file:line pattern: why`. */
export const checkRegexes = (): string[] => findSlowRegexes(readSources(), allowed);

export function findSlowRegexes(sources: readonly Source[], exceptions: typeof allowed): string[] {
  const unused = new Set(exceptions);
  const checked = sources.filter(({ file }) => productionCode.test(file) && !excluded.test(file));
  const problems = checked.flatMap(({ file, text }) =>
    patternsOf(file, text).flatMap(({ line, source, flags, problem }) => {
      const why = problem ?? findSuperlinear(source, flags);
      const exception = why && exceptions.find((each) => each.file === file && each.source === source);
      if (exception) unused.delete(exception);
      return why && !exception ? [`${file}:${line} /${source}/${flags}: ${why}`] : [];
    }),
  );
  for (const { file, source } of unused)
    problems.push(`scripts/regexes/allowed.ts: unused exception: ${file} ${source}`);
  return problems;
}
