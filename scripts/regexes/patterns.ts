import type { CallExpression, Expression, NewExpression, SpreadElement } from 'oxc-parser';
import { regexes } from 'zod/v4/core';
import { lineOf, visit } from '../sources.ts';

/** A regular expression in a file. `problem`: why it cannot be analyzed. */
export type Pattern = { line: number; source: string; flags: string; problem?: string };

/** Finds every regular expression in a module: literals, `new RegExp`, text given to `match`, and Zod's own formats. */
export function patternsOf(path: string, text: string): Pattern[] {
  const found: Pattern[] = [];
  const add = (at: number, source: string, flags = '', problem?: string) =>
    found.push({ line: lineOf(text, at), source, flags, problem });
  const checksLengths = path.includes('/') && path !== 'contract/lengths.ts';

  const onCall = ({ callee, arguments: args, start, end }: CallExpression | NewExpression) => {
    const name = text.slice(callee.start, callee.end);
    const [source, flags] = args.map(constantOf);
    if (name === 'RegExp') {
      const isConstant = source !== undefined && (args.length < 2 || flags !== undefined);
      if (isConstant) add(start, source, flags);
      else add(start, text.slice(start, end), '', 'built at run time: use a literal, or compare strings');
    }
    if (/\.(match|matchAll|search)$/.test(name) && source !== undefined) add(start, source);
    if (/^z\.(minLength|maxLength)$/.test(name) && checksLengths)
      add(start, name, '', 'does not end the validation: use the checks of contract/lengths.ts');
    const format = zodPattern(/^z\.(?:iso\.)?(\w+)$/.exec(name)?.[1] ?? '');
    if (format) add(start, format.source, format.flags);
  };

  visit(path, text, {
    Literal(node) {
      if ('regex' in node) add(node.start, node.regex.pattern, node.regex.flags);
    },
    NewExpression: onCall,
    CallExpression: onCall,
  });
  return found;
}

/** Returns the value of a string literal. */
function constantOf(node: Expression | SpreadElement): string | undefined {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node.type !== 'TemplateLiteral' || node.quasis.length !== 1) return undefined;
  return node.quasis[0]?.value.cooked ?? undefined;
}

/** Returns Zod's own pattern of a format: `z.email()`, `z.iso.date()`. */
function zodPattern(format: string): RegExp | undefined {
  const known: unknown = Object.hasOwn(regexes, format) ? regexes[format as never] : undefined;
  const pattern = typeof known === 'function' ? known({}) : known;
  return pattern instanceof RegExp ? pattern : undefined;
}
