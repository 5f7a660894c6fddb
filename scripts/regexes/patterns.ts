import { parseSync, Visitor } from 'oxc-parser';
import * as regexes from 'zod/v4/core';

/** A pattern in a file; `problem`: why it cannot be analyzed. */
export type Pattern = { line: number; source: string; flags: string; problem?: string };

/** Finds every regular expression in a module: literals, `new RegExp`, text given to `match`, and Zod's own formats. */
export function patternsOf(path: string, text: string): Pattern[] {
  const { program, errors } = parseSync(path, text);
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`);
  const found: Pattern[] = [];
  const add = (at: number, source: string, flags = '', problem?: string) =>
    found.push({ line: text.slice(0, at).split('\n').length, source, flags, ...(problem && { problem }) });

  type Called = {
    callee: { type: string; start: number; end: number };
    arguments: unknown[];
    start: number;
    end: number;
  };
  const construct = ({ callee, arguments: given, start, end }: Called) => {
    if (text.slice(callee.start, callee.end) !== 'RegExp') return;
    const [source, flags] = given.map(constantOf);
    const whole = text.slice(start, end);
    if (source === undefined || (given.length > 1 && flags === undefined)) {
      add(start, whole, '', 'built while the site runs: write a literal, or compare texts');
    } else add(start, source, flags);
  };

  new Visitor({
    Literal(node) {
      if ('regex' in node) add(node.start, node.regex.pattern, node.regex.flags);
    },
    NewExpression: construct,
    CallExpression(node) {
      construct(node);
      const called = text.slice(node.callee.start, node.callee.end);
      const [given] = node.arguments.map(constantOf);
      if (/\.(match|matchAll|search)$/.test(called) && given !== undefined) add(node.start, given);
      const format = /^z\.(?:iso\.)?(\w+)$/.exec(called)?.[1];
      for (const { source, flags } of format ? zodPatterns(format) : []) add(node.start, source, flags);
      if (/^z\.(minLength|maxLength)$/.test(called) && path.includes('/') && path !== 'contract/lengths.ts') {
        add(
          node.start,
          called,
          '',
          'does not end the validation: use atLeast and atMost of contract/lengths.ts',
        );
      }
    },
  }).visit(program);
  return found;
}

/** A text that is written in the code. */
function constantOf(node: unknown): string | undefined {
  const { type, value, quasis } = node as {
    type: string;
    value?: unknown;
    quasis?: { value: { cooked: string } }[];
  };
  if (type === 'Literal' && typeof value === 'string') return value;
  return type === 'TemplateLiteral' && quasis?.length === 1 ? quasis[0]?.value.cooked : undefined;
}

/** What Zod matches by itself, by the name of the format: `z.email()`, `z.iso.date()`. */
function zodPatterns(format: string): RegExp[] {
  const known: unknown = Object.hasOwn(regexes.regexes, format)
    ? regexes.regexes[format as never]
    : undefined;
  const pattern = typeof known === 'function' ? (known as (options: object) => unknown)({}) : known;
  return pattern instanceof RegExp ? [pattern] : [];
}
