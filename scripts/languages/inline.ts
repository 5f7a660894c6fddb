import { type NodePath, type PluginObj, types as t } from '@babel/core';
import { createWriter, type Message, type Runtime, replaceWithChildren } from './write-out.ts';

type Translate = (id: string) => string | undefined;

/**
 * Babel plugin that runs after Lingui's macros and replaces each lookup by the message in the language of
 * this build, so that pages contain no catalogs, ids or Lingui runtime (decision 0046).
 */
export function inlineMessages(translate: Translate): PluginObj {
  const exit = (program: NodePath<t.Program>) => {
    const runtime = createImporter(program);
    const writerFor = (message: Message) =>
      createWriter(message, translate(message.id) ?? message.message, runtime);
    program.traverse({
      // `i18n._`, whatever name the macro has given to `i18n`.
      CallExpression(path) {
        const { callee } = path.node;
        if (!t.isMemberExpression(callee) || !isImported(callee.object, '@lingui/core', program.node)) return;
        path.replaceWith(writerFor(readMessage(path, path.node.arguments[0])).asString());
      },
      JSXElement(path) {
        const { name, attributes } = path.node.openingElement;
        if (!isImported(name, '@lingui/react', program.node)) return;
        const [spread] = attributes;
        const message = readMessage(path, t.isJSXSpreadAttribute(spread) ? spread.argument : undefined);
        replaceWithChildren(path, writerFor(message).asChildren());
      },
    });
    for (const statement of program.get('body'))
      if (isImportFrom(statement.node, '@lingui/core') || isImportFrom(statement.node, '@lingui/react'))
        statement.remove();
  };
  return { visitor: { Program: { exit } } };
}

/** Reads the `{ id, message, values, components }` that the macros generate. */
function readMessage(path: NodePath, given: t.Node | undefined): Message {
  if (!t.isObjectExpression(given)) throw path.buildCodeFrameError('Write this message as a Lingui macro.');
  const { id, message, values, components } = fieldsOf(given);
  if (!t.isStringLiteral(id) || !t.isStringLiteral(message))
    throw path.buildCodeFrameError('The message has no id or text.');
  return {
    id: id.value,
    message: message.value,
    values: fieldsOf(values) as Message['values'],
    components: fieldsOf(components) as Message['components'],
  };
}

/** Returns the properties of an object expression, keyed by name, and no properties for any other node. */
function fieldsOf(node: t.Node | undefined): Record<string, t.Node> {
  const properties = t.isObjectExpression(node)
    ? node.properties.filter((property) => t.isObjectProperty(property))
    : [];
  return Object.fromEntries(
    properties.map(({ key, value }) => [
      t.isIdentifier(key) ? key.name : t.isStringLiteral(key) || t.isNumericLiteral(key) ? key.value : '',
      value,
    ]),
  );
}

const isImportFrom = (statement: t.Node, source: string): statement is t.ImportDeclaration =>
  t.isImportDeclaration(statement) && statement.source.value === source;

const isImported = (name: t.Node, source: string, { body }: t.Program): boolean =>
  (t.isIdentifier(name) || t.isJSXIdentifier(name)) &&
  body.some(
    (statement) =>
      isImportFrom(statement, source) && statement.specifiers.some(({ local }) => local.name === name.name),
  );

/** Imports a runtime function at its first use. */
function createImporter(program: NodePath<t.Program>): Runtime {
  const names = new Map<string, t.Identifier>();
  const addImport = (name: string) => {
    const local = program.scope.generateUidIdentifier(name);
    const module = name === 'choosePlural' ? '#web/i18n/plural.ts' : '#web/i18n/numbers.ts';
    program.unshiftContainer('body', [
      t.importDeclaration([t.importSpecifier(local, t.identifier(name))], t.stringLiteral(module)),
    ]);
    return local;
  };
  return (name) => {
    const local = names.get(name) ?? addImport(name);
    names.set(name, local);
    return t.cloneNode(local);
  };
}
