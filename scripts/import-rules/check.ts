import { readJson } from '../set-up/paths.mjs';
import { readSources } from '../sources.ts';
import { rulesFor } from './rules.ts';
import { findDependencies } from './uses.ts';

/** Returns every violation of the import rules below `root`, as `file:line uses what: rule`. */
export function checkImports(root: string): string[] {
  const rules = rulesFor(Object.keys(readJson(`${root}/package.json`).devDependencies));
  return readSources(root).flatMap(({ file, text }) => {
    const applicable = rules.filter(({ files, except }) => files.test(file) && !except?.test(file));
    return findDependencies(file, text).flatMap(({ what, line }) =>
      applicable
        .filter(({ files, forbids }) => forbids(what, files.exec(file)?.[1] ?? ''))
        .map(({ name }) => `${file}:${line} uses ${what}: ${name}`),
    );
  });
}
