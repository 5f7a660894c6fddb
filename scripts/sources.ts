import { globSync, mkdirSync, mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, sep } from 'node:path';
import { parseSync, Visitor, type VisitorObject } from 'oxc-parser';

const excludedFolders = new Set(['node_modules', 'build', 'data', '.git', '.react-router', 'test-results']);

/** Returns the TypeScript files below `root` with their content, sorted by name. */
export function readSources(root: string): { file: string; text: string }[] {
  const found = globSync('**/*.{ts,tsx}', {
    cwd: root,
    exclude: (path) => excludedFolders.has(path.split(sep).at(-1) ?? ''),
  });
  return found.sort().map((path) => ({
    file: path.replaceAll(sep, '/'),
    text: readFileSync(join(root, path), 'utf8'),
  }));
}

/** Visits the syntax tree of a module. @throws Error when the module cannot be parsed, so that no check skips it */
export function visit(file: string, text: string, visitor: VisitorObject): void {
  const { program, errors } = parseSync(file, text);
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);
  new Visitor(visitor).visit(program);
}

export const lineOf = (text: string, offset: number): number => text.slice(0, offset).split('\n').length;

/** Returns what a check finds in a temporary folder with these files. */
export function checkTree<Found>(files: Record<string, string>, check: (root: string) => Found): Found {
  using root = mkdtempDisposableSync(join(tmpdir(), 'sources-'));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root.path, path)), { recursive: true });
    writeFileSync(join(root.path, path), text);
  }
  return check(root.path);
}
