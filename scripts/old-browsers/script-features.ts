import { visitModule } from '../sources.ts';
import { createGapList, type Feature, featureAt, hasSupportData, listSubfeatures } from './compat.ts';

/** Returns the features of a built script that a browser lacks: `AbortSignal.timeout: chrome, safari`. */
export function unsupportedScript(code: string): string[] {
  const { check, lines } = createGapList();
  visitModule('built.js', code, {
    Identifier: ({ name }) => check(name, ...(globals.get(name) ?? [])),
    MemberExpression({ object, property, computed }) {
      if (computed || property.type !== 'Identifier') return;
      const { name } = property;
      const owner = object.type === 'Identifier' ? object.name : '';
      const statics = staticsOf(owner, name);
      if (statics.length > 0) check(`${owner}.${name}`, ...statics);
      else if (checkedMembers.has(name)) check(`.${name}`, ...(members.get(name) ?? []));
    },
    Literal(literal) {
      if (!('regex' in literal) || !literal.regex) return;
      const { pattern, flags } = literal.regex;
      const regexFeature = (name: string) => featureAt('javascript', 'regular_expressions', name);
      if (/\(\?<[=!]/.test(pattern)) check('lookbehind', regexFeature('lookbehind_assertion'));
      if (flags.includes('v')) check('flag v', featureAt('javascript', 'builtins', 'RegExp', 'unicodeSets'));
    },
  });
  return lines();
}

/**
 * The most used DOM interfaces only, because names such as `drop` and `path` also occur in this project's
 * objects.
 */
const dom = [
  ...['AbortSignal', 'Clipboard', 'CSSStyleSheet', 'Document', 'Element', 'HTMLDialogElement', 'HTMLElement'],
  ...['HTMLFormElement', 'HTMLInputElement', 'Node', 'Request', 'Response', 'ShadowRoot'],
];

const builtins = listSubfeatures(featureAt('javascript', 'builtins'));
/** Features, keyed by member name, because the type of an object in a script is unknown. */
const members = new Map<string, Feature[]>();
const globals = new Map<string, Feature[]>();
for (const [owner, feature] of [...listSubfeatures(featureAt('api')), ...builtins]) {
  if (/^[A-Z]/.test(owner) && hasSupportData(feature))
    globals.set(owner, [...(globals.get(owner) ?? []), feature]);
  for (const [name, member] of listSubfeatures(feature))
    if (hasSupportData(member) && !name.endsWith('_static'))
      members.set(name, [...(members.get(name) ?? []), member]);
}
const checkedMembers = new Set(
  [...builtins.map(([, feature]) => feature), ...dom.map((owner) => featureAt('api', owner))].flatMap(
    (feature) => listSubfeatures(feature).map(([name]) => name),
  ),
);

const staticsOf = (owner: string, name: string): Feature[] =>
  [featureAt('javascript', 'builtins', owner), featureAt('api', owner)]
    .flatMap((feature) => [feature?.[`${name}_static`], feature?.[name]] as (Feature | undefined)[])
    .filter(hasSupportData);
