import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Frame, type Page } from '@playwright/test';

const axeScript = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
const wcag22aa = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** The rules whose result depends on colors. */
const colorRules = ['color-contrast', 'link-in-text-block'];

/**
 * The page as it stands now breaks no rule of WCAG 2.2 AA that axe can see, light and dark.
 *
 * Without motion: a toast that comes while axe looks is there at once, and a color half-way between two states is no state
 * of the page.
 */
export async function expectAccessible(page: Page): Promise<void> {
  const own = await page.evaluate(() => matchMedia('(prefers-reduced-motion: reduce)').matches);
  for (const frame of page.frames()) await loadAxe(frame);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await transitionsEnded(page);
  await setTransitions(page, false);
  for (const [colorScheme, rules] of [
    ['dark', wcag22aa],
    ['light', colorRules],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await transitionsEnded(page);
    expect(await violationsOn(page, rules), colorScheme).toEqual([]);
  }
  await setTransitions(page, true);
  if (!own) await page.emulateMedia({ reducedMotion: null });
}

/** Once for each document: the script is large, and a journey looks at a document several times. */
async function loadAxe(frame: Frame): Promise<void> {
  if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axeScript);
}

/** Asks for the violations alone: axe need not describe each element that keeps a rule. */
const violationsOn = (page: Page, rules: readonly string[]): Promise<string[]> =>
  page.evaluate(
    async (runOnly) => {
      const { axe } = window as unknown as { axe: typeof import('axe-core') };
      const { violations } = await axe.run(document, { runOnly, resultTypes: ['violations'] });
      return violations.flatMap(({ id, help, nodes }) =>
        nodes.map(({ html, failureSummary }) => `${id}: ${help}\n  ${html}\n  ${failureSummary}`),
      );
    },
    [...rules],
  );

/** Without them another color scheme is there at once; hundreds of elements take half a second else. */
const setTransitions = (page: Page, allowed: boolean): Promise<void> =>
  page.evaluate((on) => {
    const held = window as unknown as { withoutTransitions?: CSSStyleSheet };
    if (!held.withoutTransitions) {
      held.withoutTransitions = new CSSStyleSheet();
      held.withoutTransitions.replaceSync('*, ::before, ::after, ::backdrop { transition: none !important }');
    }
    const others = document.adoptedStyleSheets.filter((sheet) => sheet !== held.withoutTransitions);
    document.adoptedStyleSheets = on ? others : [...others, held.withoutTransitions];
  }, allowed);

/** Also those that begin where others end, as of a color that is inherited. What turns for ever (a spinner) is not waited for. */
async function transitionsEnded(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ending = () =>
      document
        .getAnimations()
        .filter(({ playState }) => playState === 'running')
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    for (let moving = ending(); moving.length > 0; moving = ending())
      await Promise.allSettled(moving.map(({ finished }) => finished));
  });
}
