import { type NodePath, types as t } from '@babel/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';

/** A message as Lingui's macros generate it, with its values and elements. */
export type Message = {
  id: string;
  message: string;
  values: Record<string, t.Expression>;
  components: Record<string, t.JSXElement>;
};

/** Returns an identifier for a function of `web/i18n/`, importing it if necessary. */
export type Runtime = (name: 'choosePlural' | 'formatNumber') => t.Identifier;

/** Lingui's compiled form: texts, `[name]`, `['n', 'plural', { one: [...], other: [...] }]`; `#` in a plural is its number. */
type Token = string | [name: string] | [name: string, kind: string, choices: Record<string, Token[]>];
type Children = t.JSXFragment['children'];

/** Returns the message as a string expression: a string literal if it has no values, else a template literal. */
export function toStringExpression({ values }: Message, text: string, runtime: Runtime): t.Expression {
  return write(compile(text));

  function write(tokens: Token[], count?: t.Expression): t.Expression {
    const texts = [''];
    const expressions: t.Expression[] = [];
    for (const token of tokens) {
      if (isText(token, count)) texts.push((texts.pop() ?? '') + token);
      else {
        expressions.push(expressionFor(token, values, runtime, write, count));
        texts.push('');
      }
    }
    if (expressions.length === 0) return t.stringLiteral(texts.join(''));
    const last = texts.length - 1;
    const pieces = texts.map((cooked, i) =>
      t.templateElement({ raw: cooked.replace(/[\\`]|\$\{/g, '\\$&'), cooked }, i === last),
    );
    return t.templateLiteral(pieces, expressions);
  }
}

/** Returns the message as JSX children, with its elements where the translation has them. */
export function toJsxChildren({ values, components }: Message, text: string, runtime: Runtime): Children {
  return nest(compile(text));

  function nest(tokens: Token[], count?: t.Expression): Children {
    const open: { element?: t.JSXElement; children: Children }[] = [{ children: [] }];
    const add = (child: Children[number]) => open.at(-1)?.children.push(child);
    for (const token of tokens) {
      if (!isText(token, count)) {
        add(t.jsxExpressionContainer(expressionFor(token, values, runtime, fragment, count)));
        continue;
      }
      for (const part of token.split(/(<\/?\d+\/?>)/)) {
        const [, closing, index = '', empty] = /^<(\/?)(\d+)(\/?)>$/.exec(part) ?? [];
        if (index === '') part && add(t.jsxExpressionContainer(t.stringLiteral(part)));
        else if (empty) add(componentOf(index));
        else if (!closing) open.push({ element: componentOf(index), children: [] });
        else {
          const closed = open.pop();
          if (!closed?.element) throw new Error(`A closing tag without an opening tag: ${text}`);
          add(withChildren(closed.element, closed.children));
        }
      }
    }
    const [root] = open;
    if (!root || open.length > 1) throw new Error(`A tag is not closed: ${text}`);
    return root.children;
  }

  function fragment(tokens: Token[], count?: t.Expression): t.Expression {
    return t.jsxFragment(t.jsxOpeningFragment(), t.jsxClosingFragment(), nest(tokens, count));
  }

  function componentOf(index: string): t.JSXElement {
    const component = components[index];
    if (!component) throw new Error(`There is no element <${index}>: ${text}`);
    return t.cloneNode(component, true);
  }
}

/** Replaces a `<Trans>` by its children: in the parent element if there is one, else in a fragment. */
export function replaceWithChildren(path: NodePath<t.JSXElement>, children: Children): void {
  const parent = path.parentPath;
  if (parent.isJSXElement() || parent.isJSXFragment()) path.replaceWithMultiple(children);
  else path.replaceWith(t.jsxFragment(t.jsxOpeningFragment(), t.jsxClosingFragment(), children));
}

const compile = (text: string): Token[] => compileMessage(text) as Token[];

const isText = (token: Token, count?: t.Expression): token is string =>
  typeof token === 'string' && !(token === '#' && count);

function expressionFor(
  token: Token,
  values: Message['values'],
  runtime: Runtime,
  write: (tokens: Token[], count: t.Expression) => t.Expression,
  count?: t.Expression,
): t.Expression {
  if (typeof token === 'string')
    return t.callExpression(runtime('formatNumber'), count ? [t.cloneNode(count, true)] : []);
  const [name, kind, choices = {}] = token;
  const value = values[name];
  if (!value) throw new Error(`There is no value {${name}}.`);
  const valueNode = t.cloneNode(value, true);
  if (kind === undefined) return valueNode;
  if (kind !== 'plural') throw new Error(`Format the ${kind} before you use it in a message.`);
  const cases = Object.entries(choices).flatMap(([category, tokens]) =>
    tokens === undefined
      ? []
      : t.objectProperty(t.stringLiteral(category), t.arrowFunctionExpression([], write(tokens, valueNode))),
  );
  return t.callExpression(runtime('choosePlural'), [valueNode, t.objectExpression(cases)]);
}

function withChildren(element: t.JSXElement, children: Children): t.JSXElement {
  const { name, attributes } = element.openingElement;
  return t.jsxElement(t.jsxOpeningElement(name, attributes), t.jsxClosingElement(name), children);
}
