import { globSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { parseSync, Visitor, type VisitorObject } from 'oxc-parser';

/** A file of the project, by its path from the root with forward slashes. */
export type Source = { file: string; text: string };

const exclude = ['**/{node_modules,build,data,.git,.react-router,test-results}'];

/** Returns the TypeScript files below `root` with their content, sorted by name. */
export function readSources(root: string): Source[] {
  const found = globSync('**/*.{ts,tsx}', { cwd: root, exclude });
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
