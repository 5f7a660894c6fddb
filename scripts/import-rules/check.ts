import { readSources, type Source } from '../sources.ts';
import { rules } from './rules.ts';
import { findDependencies } from './uses.ts';

/** Returns every violation of the import rules below `root`, as `file:line uses what: rule`. */
export const checkImports = (root: string): string[] => readSources(root).flatMap(findViolations);

export function findViolations({ file, text }: Source): string[] {
  const applicable = rules.filter(({ files, except }) => files.test(file) && !except?.test(file));
  return findDependencies(file, text).flatMap(({ what, line }) =>
    applicable
      .filter(({ files, forbids }) => forbids(what, files.exec(file)?.[1] ?? ''))
      .map(({ name }) => `${file}:${line} uses ${what}: ${name}`),
  );
}
