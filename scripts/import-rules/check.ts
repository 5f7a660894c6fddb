import { globSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { rulesFor } from './rules.ts';
import { usesOf } from './uses.ts';

const leftOut = new Set(['node_modules', 'build', 'data', '.git', '.react-router', 'test-results']);

/** Every breach of the import rules in the tree below `root`, as `file:line uses what: rule`. */
export function checkImports(root: string): string[] {
  const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const rules = rulesFor(Object.keys(devDependencies));
  return sourceFiles(root).flatMap((file) => {
    const applying = rules.filter(({ files, except }) => files.test(file) && !except?.test(file));
    const uses = usesOf(file, readFileSync(join(root, file), 'utf8'));
    return uses.flatMap(({ what, line }) =>
      applying
        .filter(({ files, forbids }) => forbids(what, files.exec(file)?.[1] ?? ''))
        .map(({ name }) => `${file}:${line} uses ${what}: ${name}`),
    );
  });
}

function sourceFiles(root: string): string[] {
  const found = globSync('**/*.{ts,tsx}', {
    cwd: root,
    exclude: (path) => leftOut.has(path.split(sep).at(-1) ?? ''),
  });
  return found.map((path) => path.replaceAll(sep, '/')).sort();
}
