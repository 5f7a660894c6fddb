import { type NodePath, type PluginObj, types as t } from '@babel/core';
import { asChildren, asText, type Message, type Runtime, replaceWithChildren } from './write-out.ts';

type Translate = (id: string) => string | undefined;

/**
 * After Lingui's macros: puts each message itself, in the language of this build, where Lingui would look it up while the
 * page runs. So no page carries catalogues, ids or a library for them (decision 0046).
 */
export function inlineMessages(translate: Translate): PluginObj {
  return {
    visitor: {
      Program: {
        exit(program) {
          const runtime = importing(program);
          program.traverse({
            CallExpression(path) {
              if (!isFrom(path.get('callee'), '@lingui/core')) return;
              const [given] = path.get('arguments');
              if (!given?.isObjectExpression()) throw given?.buildCodeFrameError('Not written as a macro.');
              const message = readMessage(given);
              path.replaceWith(asText(message, translate(message.id) ?? message.message, runtime));
            },
            JSXElement(path) {
              const name = path.get('openingElement').get('name');
              if (!name.isJSXIdentifier() || !isImported(name, '@lingui/react')) return;
              const [spread] = path.get('openingElement').get('attributes');
              const given = spread?.isJSXSpreadAttribute() ? spread.get('argument') : undefined;
              if (!given?.isObjectExpression()) throw path.buildCodeFrameError('Not written as a macro.');
              const message = readMessage(given);
              replaceWithChildren(
                path,
                asChildren(message, translate(message.id) ?? message.message, runtime),
              );
            },
          });
          removeImports(program);
        },
      },
    },
  };
}

/** The `{ id, message, values, components }` that the macros leave. */
function readMessage(given: NodePath<t.ObjectExpression>): Message {
  const fields = new Map(
    given.node.properties.flatMap((property) =>
      t.isObjectProperty(property) ? [[keyOf(property), property.value] as const] : [],
    ),
  );
  const text = (name: string) => {
    const value = fields.get(name);
    if (!t.isStringLiteral(value)) throw given.buildCodeFrameError(`The message has no ${name}.`);
    return value.value;
  };
  const group = (name: string) => {
    const value = fields.get(name);
    const properties = t.isObjectExpression(value) ? value.properties : [];
    return Object.fromEntries(
      properties.flatMap((property) =>
        t.isObjectProperty(property) ? [[keyOf(property), property.value]] : [],
      ),
    );
  };
  return {
    id: text('id'),
    message: text('message'),
    values: group('values') as Message['values'],
    components: group('components') as Message['components'],
  };
}

function keyOf({ key }: t.ObjectProperty): string {
  if (t.isIdentifier(key)) return key.name;
  return t.isStringLiteral(key) || t.isNumericLiteral(key) ? String(key.value) : '';
}

/** `i18n._`, whatever the macro calls `i18n`. */
function isFrom(callee: NodePath<t.Node | null | undefined>, source: string): boolean {
  if (!callee.isMemberExpression()) return false;
  const object = callee.get('object');
  return object.isIdentifier() && isImported(object, source);
}

function isImported(name: NodePath<t.Identifier> | NodePath<t.JSXIdentifier>, source: string): boolean {
  const { body } = name.scope.getProgramParent().block as t.Program;
  return body.some(
    (statement) =>
      t.isImportDeclaration(statement) &&
      statement.source.value === source &&
      statement.specifiers.some(({ local }) => local.name === name.node.name),
  );
}

function removeImports(program: NodePath<t.Program>): void {
  for (const statement of program.get('body')) {
    if (!statement.isImportDeclaration()) continue;
    if (['@lingui/core', '@lingui/react'].includes(statement.node.source.value)) statement.remove();
  }
}

/** Imports what a message needs at its first use. */
function importing(program: NodePath<t.Program>): Runtime {
  const names = new Map<string, t.Identifier>();
  return (name) => {
    const known = names.get(name) ?? program.scope.generateUidIdentifier(name);
    if (!names.has(name)) {
      names.set(name, known);
      const module = name === 'choose' ? '#web/language/choose.ts' : '#web/language/numbers.ts';
      program.unshiftContainer('body', [
        t.importDeclaration([t.importSpecifier(known, t.identifier(name))], t.stringLiteral(module)),
      ]);
    }
    return t.cloneNode(known);
  };
}
