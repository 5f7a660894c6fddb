import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inRoot } from '../set-up/paths.mjs';

const staffPages =
  /^web\/features\/(staff|staff-log|people|moderation|site-administration|site-content|check-in|closings|center-administration|figures)\/(?!my-)/;

const styles = (pattern: string): string =>
  globSync(inRoot('build', 'client', 'assets', pattern))
    .map((path) => readFileSync(path, 'utf8'))
    .join('');

/** The class names in a style sheet, without the backslashes of CSS. */
const classesIn = (css: string): Set<string> =>
  new Set([...css.matchAll(/\.((?:\\.|[\w-])+)/g)].map(([, name = '']) => name.replaceAll('\\', '')));

// The pages of staff have a style sheet of their own, which their scripts load.
test('the style sheets of a page have every class that its components name', () => {
  const others = classesIn(styles('!(staff-pages)*.css'));
  const staff = classesIn(styles('staff-pages-*.css')).union(others);
  const missing = globSync('web/**/*.tsx', { cwd: inRoot() }).flatMap((path) =>
    [...readFileSync(inRoot(path), 'utf8').matchAll(/\bclassName="([^"]+)"/g)]
      .flatMap(([, names = '']) => names.split(/\s+/))
      .filter((name) => !(staffPages.test(path) ? staff : others).has(name))
      .map((name) => `${path}: ${name}`),
  );
  expect(missing).toEqual([]);
});
