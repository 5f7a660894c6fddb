import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const wcag22aa = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/**
 * The page as it stands now breaks no rule of WCAG 2.2 AA that axe can see, light and dark.
 *
 * In axe's older mode, which finds the same here (no page of ours holds another origin's frame) without opening
 * a second page for each look: half the time of a whole run of journeys. Without motion: a toast that comes while axe
 * looks is there at once, and a colour half-way between two states is no state of the page.
 */
export async function expectAccessible(page: Page): Promise<void> {
  const own = await page.evaluate(() => matchMedia('(prefers-reduced-motion: reduce)').matches);
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await transitionsEnded(page);
    const { violations } = await new AxeBuilder({ page }).withTags(wcag22aa).setLegacyMode().analyze();
    const found = violations.flatMap(({ id, help, nodes }) =>
      nodes.map(
        ({ html, failureSummary }) => `${colorScheme}: ${id}: ${help}\n  ${html}\n  ${failureSummary}`,
      ),
    );
    expect(found).toEqual([]);
  }
  if (!own) await page.emulateMedia({ reducedMotion: null });
}

/** Also those that begin where others end, as of a colour that is inherited. What turns for ever (a spinner) is not waited for. */
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
