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

/**
 * Lingui's compiled form: texts, `[name]`, `['n', 'plural', { one: [...], other: [...] }]`. A `#` in a plural
 * is its number.
 */
type Token = string | [name: string] | [name: string, kind: string, choices: Record<string, Token[]>];
type Children = t.JSXFragment['children'];

/**
 * Writes a message. `asString` returns a string literal or, if the message has values, a template literal.
 * `asChildren` returns JSX children, with the message's elements where the translation has them.
 */
export function createWriter({ values, components }: Message, text: string, runtime: Runtime) {
  const tokens = compileMessage(text) as Token[];
  return { asString: () => stringOf(tokens), asChildren: () => childrenOf(tokens) };

  function stringOf(tokens: Token[], count?: t.Expression): t.Expression {
    const texts = [''];
    const expressions: t.Expression[] = [];
    for (const token of tokens) {
      if (isText(token, count)) texts.push((texts.pop() ?? '') + token);
      else {
        expressions.push(expressionFor(token, stringOf, count));
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

  function childrenOf(tokens: Token[], count?: t.Expression): Children {
    const root = createFragment([]);
    const open: (t.JSXFragment | t.JSXElement)[] = [root];
    const add = (child: Children[number]) => open.at(-1)?.children.push(child);
    for (const token of tokens) {
      if (!isText(token, count)) {
        add(t.jsxExpressionContainer(expressionFor(token, fragmentOf, count)));
        continue;
      }
      for (const part of token.split(/(<\/?\d+\/?>)/)) {
        const [, closing, index = '', empty] = /^<(\/?)(\d+)(\/?)>$/.exec(part) ?? [];
        if (index === '') part && add(t.jsxExpressionContainer(t.stringLiteral(part)));
        else if (empty) add(elementOf(index));
        else if (!closing) open.push(withClosingTag(elementOf(index)));
        else {
          const closed = open.pop();
          if (!t.isJSXElement(closed)) throw new Error(`A closing tag without an opening tag: ${text}`);
          add(closed);
        }
      }
    }
    if (open.length > 1) throw new Error(`A tag is not closed: ${text}`);
    return root.children;
  }

  function fragmentOf(tokens: Token[], count?: t.Expression): t.Expression {
    return createFragment(childrenOf(tokens, count));
  }

  function elementOf(index: string): t.JSXElement {
    const element = components[index];
    if (!element) throw new Error(`There is no element <${index}>: ${text}`);
    return t.cloneNode(element, true);
  }

  function expressionFor(
    token: Token,
    write: (tokens: Token[], count: t.Expression) => t.Expression,
    count?: t.Expression,
  ): t.Expression {
    if (typeof token === 'string')
      return t.callExpression(runtime('formatNumber'), count ? [t.cloneNode(count, true)] : []);
    const [name, kind, choices = {}] = token;
    if (!values[name]) throw new Error(`There is no value {${name}}.`);
    const value = t.cloneNode(values[name], true);
    if (kind === undefined) return value;
    if (kind !== 'plural') throw new Error(`Format the ${kind} before you use it in a message.`);
    const cases = Object.entries(choices)
      .filter(([, tokens]) => tokens !== undefined)
      .map(([category, tokens]) =>
        t.objectProperty(t.stringLiteral(category), t.arrowFunctionExpression([], write(tokens, value))),
      );
    return t.callExpression(runtime('choosePlural'), [value, t.objectExpression(cases)]);
  }
}

/** Replaces a `<Trans>` by its children: in the parent element if there is one, otherwise in a fragment. */
export function replaceWithChildren(path: NodePath<t.JSXElement>, children: Children): void {
  const parent = path.parentPath;
  if (parent.isJSXElement() || parent.isJSXFragment()) path.replaceWithMultiple(children);
  else path.replaceWith(createFragment(children));
}

const isText = (token: Token, count?: t.Expression): token is string =>
  typeof token === 'string' && !(token === '#' && count);

const createFragment = (children: Children) =>
  t.jsxFragment(t.jsxOpeningFragment(), t.jsxClosingFragment(), children);

function withClosingTag({ openingElement: { name, attributes } }: t.JSXElement): t.JSXElement {
  return t.jsxElement(t.jsxOpeningElement(name, attributes), t.jsxClosingElement(name), []);
}
