import { readSources, type Source } from '../sources.ts';
import { findFeatureCycles } from './feature-cycles.ts';
import { rules } from './rules.ts';
import { findDependencies } from './uses.ts';

/** Returns every violation of the import rules, as `file:line uses what: rule`. */
export function checkImports(): string[] {
  const sources = readSources();
  return [...sources.flatMap(findViolations), ...findFeatureCycles(sources)];
}

export const findViolations = ({ file, text }: Source): string[] =>
  findDependencies(file, text).flatMap(({ what, line }) =>
    rules
      .filter(({ forbids, except }) => forbids.test(`${file} > ${what}`) && !except?.test(file))
      .map(({ name }) => `${file}:${line} uses ${what}: ${name}`),
  );
