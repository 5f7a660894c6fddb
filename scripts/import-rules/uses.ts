import { posix } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';

/** What a file uses: a file of ours by its path, a package as it is written, `a query` or `the environment`. */
export type Use = { what: string; line: number };

const queryWords = new Set([
  'selectFrom',
  'insertInto',
  'updateTable',
  'deleteFrom',
  'replaceInto',
  'mergeInto',
]);

/** Finds them in a module's text; imports of types, dynamic imports and re-exports count. */
export function usesOf(path: string, text: string): Use[] {
  const { program, errors } = parseSync(path, text);
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`);
  const uses: Use[] = [];
  const add = (what: string, at: number) => uses.push({ what, line: text.slice(0, at).split('\n').length });
  const addImport = (node: { source: unknown; start: number }) => {
    const specifier = (node.source as { value?: unknown } | null)?.value;
    if (typeof specifier === 'string') add(target(path, specifier), node.start);
  };

  new Visitor({
    ImportDeclaration: addImport,
    ImportExpression: addImport,
    ExportNamedDeclaration: addImport,
    ExportAllDeclaration: addImport,
    TSImportType: addImport,
    CallExpression({ callee, start }) {
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return;
      if (queryWords.has(callee.property.name)) add('a query', start);
    },
    TaggedTemplateExpression({ tag, start }) {
      if (tag.type === 'Identifier' && tag.name === 'sql') add('a query', start);
    },
    MemberExpression({ object, property, start }) {
      const [from, name] = [object, property].map((node) => ('name' in node ? node.name : undefined));
      if (from === 'process' && name === 'env') add('the environment', start);
    },
  }).visit(program);
  return uses;
}

/** `#room/x` and relative addresses become paths from the root; a package stays as it is. */
function target(path: string, specifier: string): string {
  if (specifier.startsWith('#')) return specifier.slice(1);
  if (specifier.startsWith('.')) return posix.join(posix.dirname(path), specifier);
  return specifier;
}
