import { globSync, readFileSync } from 'node:fs';
import { sep } from 'node:path';
import { parseSync, Visitor, type VisitorObject } from 'oxc-parser';
import { inRoot, root } from './set-up/paths.mjs';

/** A file of the project. `file`: its path from the root, with forward slashes. */
export type Source = { file: string; text: string };

const exclude = ['**/{node_modules,build,data,.git,.react-router,test-results}'];

/** Returns the TypeScript files of the project with their content, sorted by name. */
export const readSources = (): Source[] =>
  globSync('**/*.{ts,tsx}', { cwd: root, exclude })
    .sort()
    .map((path) => ({ file: path.replaceAll(sep, '/'), text: readFileSync(inRoot(path), 'utf8') }));

/**
 * Visits the syntax tree of a module.
 * @throws Error when the module cannot be parsed, so that no check skips it
 */
export function visitModule(file: string, text: string, visitor: VisitorObject): void {
  const { program, errors } = parseSync(file, text);
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);
  new Visitor(visitor).visit(program);
}

export const lineNumberAt = (text: string, offset: number): number =>
  text.slice(0, offset).split('\n').length;
