import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Frame, type Page } from '@playwright/test';
import { expectTextToBeReadable } from './readable-text.ts';

const axeScript = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
const wcag22aa = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const allRules = [...wcag22aa, 'best-practice'];
/** The rules whose result depends on colors. */
const colorRules = ['color-contrast', 'link-in-text-block'];

/**
 * Expects that axe finds no violation of WCAG 2.2 AA and of its best practices on the page in the light and
 * the dark color scheme, and that nothing is cut off or covered, which axe does not see.
 * Runs with reduced motion: a toast that is half-way through its animation would have a wrong color contrast.
 */
export async function expectAccessible(page: Page): Promise<void> {
  const hadReducedMotion = await page.evaluate(() => matchMedia('(prefers-reduced-motion: reduce)').matches);
  for (const frame of page.frames()) await loadAxe(frame);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const scrollPosition = await scrollToTop(page);
  await waitForTransitions(page);
  await setTransitions(page, false);
  for (const [colorScheme, rules] of [
    ['dark', allRules],
    ['light', colorRules],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await waitForTransitions(page);
    expect(await violationsOn(page, rules), colorScheme).toEqual([]);
  }
  await expectTextToBeReadable(page);
  await setTransitions(page, true);
  await page.evaluate((y) => scrollTo(0, y), scrollPosition);
  if (!hadReducedMotion) await page.emulateMedia({ reducedMotion: null });
}

/**
 * Scrolls to the top of the page, where the sticky bar covers no control. axe would call a covered control
 * too small. Returns the previous position in px.
 */
const scrollToTop = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const { scrollY } = globalThis;
    scrollTo(0, 0);
    return scrollY;
  });

/** Loads axe once per document, because the script is large and a journey checks a document several times. */
async function loadAxe(frame: Frame): Promise<void> {
  if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axeScript);
}

/**
 * Returns only the violations. axe skips the details of passing elements and all style sheets, because no
 * rule here needs them.
 */
const violationsOn = (page: Page, rules: readonly string[]): Promise<string[]> =>
  page.evaluate(
    async (runOnly) => {
      const { axe } = window as unknown as { axe: typeof import('axe-core') };
      const { violations } = await axe.run(document, {
        runOnly,
        resultTypes: ['violations'],
        preload: false,
      });
      return violations.flatMap(({ id, help, nodes }) =>
        nodes.map(({ html, failureSummary }) => `${id}: ${help}\n  ${html}\n  ${failureSummary}`),
      );
    },
    [...rules],
  );

/**
 * Turns CSS transitions on or off. Without them a change of color scheme is immediate instead of taking half
 * a second.
 */
const setTransitions = (page: Page, allowed: boolean): Promise<void> =>
  page.evaluate((on) => {
    const transitionState = window as unknown as { withoutTransitions?: CSSStyleSheet };
    if (!transitionState.withoutTransitions) {
      transitionState.withoutTransitions = new CSSStyleSheet();
      transitionState.withoutTransitions.replaceSync(
        '*, ::before, ::after, ::backdrop { transition: none !important }',
      );
    }
    const others = document.adoptedStyleSheets.filter(
      (sheet) => sheet !== transitionState.withoutTransitions,
    );
    document.adoptedStyleSheets = on ? others : [...others, transitionState.withoutTransitions];
  }, allowed);

/**
 * Waits for running transitions and for the ones that they start (inherited colors), but not for endless
 * animations (a spinner).
 */
async function waitForTransitions(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const runningAnimations = () =>
      document
        .getAnimations()
        .filter(({ playState }) => playState === 'running')
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    for (let animations = runningAnimations(); animations.length > 0; animations = runningAnimations())
      await Promise.allSettled(animations.map(({ finished }) => finished));
  });
}
