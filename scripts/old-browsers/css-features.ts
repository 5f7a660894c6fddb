import { createGapList, type Feature, featureAt, findByName } from './compat.ts';

/**
 * Returns features of a minified style sheet, outside `@supports`, that a browser lacks: `:has: chrome,
 * firefox`.
 */
export function unsupportedCss(sheet: string): string[] {
  const { check, lines } = createGapList();
  const text = withoutTexts(withoutSupports(sheet));
  for (const [, name = ''] of text.matchAll(/@([a-z-]+)/g))
    check(`@${name}`, featureAt('css', 'at-rules', name));
  for (const [, name = ''] of text.matchAll(/:{1,2}([a-z][a-z-]+)(?=[^{};]*\{)/g))
    check(`:${name}`, featureAt('css', 'selectors', name));
  if (/@media[^{]*[<>]/.test(text))
    check('media ranges', featureAt('css', 'at-rules', 'media', 'range_syntax'));
  for (const [, property = '', value = ''] of text.matchAll(/[{;]([a-z-]+):([^;{}]*)(?=[;}])/g)) {
    const inProperty = (name: string) => featureAt('css', 'properties', property, name);
    check(property, featureAt('css', 'properties', property));
    for (const [word] of value.matchAll(/(?<![\w-])[a-z][a-z-]+(?![\w(-])/g))
      check(`${property}: ${word}`, inProperty(word));
    for (const [, name = ''] of value.matchAll(/(?<![\w-])([a-z][a-z-]+)\(/g))
      check(`${name}()`, inProperty(name), ...findByName(types, name));
    for (const [, unit = ''] of value.matchAll(/(?<![\w#.-])[\d.]+([a-z]+)/g))
      check(`unit ${unit}`, ...meaningsOfUnit(unit));
  }
  return lines();
}

const types = featureAt('css', 'types');

/** Some units share an entry in the table. */
function meaningsOfUnit(unit: string): Feature[] {
  const group = /^[sld]v(h|w|i|b|min|max)$/.test(unit)
    ? 'viewport_percentage_units_dynamic'
    : /^cq(w|h|i|b|min|max)$/.test(unit)
      ? 'container_query_length_units'
      : unit;
  return [...findByName(types, group)];
}

const withoutTexts = (sheet: string): string =>
  sheet.replace(/"[^"]*"|'[^']*'|url\([^)]*\)|\/\*[\s\S]*?\*\//g, '""');

/** Removes `@supports` blocks, which have a fallback. */
function withoutSupports(sheet: string): string {
  const start = sheet.indexOf('@supports');
  if (start < 0) return sheet;
  let end = sheet.indexOf('{', start) + 1;
  for (let depth = 1; depth > 0 && end < sheet.length; end++) {
    if (sheet[end] === '{') depth += 1;
    if (sheet[end] === '}') depth -= 1;
  }
  return sheet.slice(0, start) + withoutSupports(sheet.slice(end));
}
