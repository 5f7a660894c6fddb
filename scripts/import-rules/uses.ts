import { posix } from 'node:path';
import { lineNumberAt, visitModule } from '../sources.ts';

/** Something that a file uses: one of our files (by path), a package, `a query` or `all columns`. */
export type Dependency = { what: string; line: number };

const allColumnsWord = /^(selectAll|returningAll)$/;
const queryWord = /^(selectFrom|insertInto|updateTable|deleteFrom|replaceInto|mergeInto)$/;

/** Finds all uses in a module, including type imports, dynamic imports and re-exports. */
export function findDependencies(path: string, text: string): Dependency[] {
  const uses: Dependency[] = [];
  const add = (what: string, at: number) => uses.push({ what, line: lineNumberAt(text, at) });
  const addImport = (node: { source: unknown; start: number }) => {
    const specifier = (node.source as { value?: unknown } | null)?.value;
    if (typeof specifier === 'string') add(target(path, specifier), node.start);
  };
  visitModule(path, text, {
    ImportDeclaration: addImport,
    ImportExpression: addImport,
    ExportNamedDeclaration: addImport,
    ExportAllDeclaration: addImport,
    TSImportType: addImport,
    CallExpression({ callee, start }) {
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return;
      if (queryWord.test(callee.property.name)) add('a query', start);
      if (allColumnsWord.test(callee.property.name)) add('all columns', callee.property.start);
    },
    TaggedTemplateExpression({ tag, start }) {
      if (tag.type === 'Identifier' && tag.name === 'sql') add('a query', start);
    },
  });
  return uses;
}

/** Resolves `#folder/x` and relative specifiers to paths from the root. Returns a package name unchanged. */
function target(path: string, specifier: string): string {
  if (specifier.startsWith('#')) return specifier.slice(1);
  if (specifier.startsWith('.')) return posix.join(posix.dirname(path), specifier);
  return specifier;
}
