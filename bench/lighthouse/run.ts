// npm run bench:lighthouse [-- --runs 5 /path ...]: measures every public page of a started site, median of the runs.
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { publicPages } from '#contract/site.ts';
import { freePort } from '#platform/testing/ports.ts';
import { browserLaunch } from '../../e2e/support/browser.ts';
import { startSite } from '../../e2e/support/site.ts';
import { buildSite } from '../../scripts/set-up/site.mjs';
import { type Figures, measurePage } from './measure.ts';
import { toMarkdown } from './table.ts';
import { type FormFactor, openLighthouse } from './tool.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: 'string', default: '5' } },
});
// The page of the links in mails asks not to be listed, which Lighthouse counts against it.
const paths = positionals.length
  ? positionals
  : publicPages.filter((path) => !['/account/action', '/reminder'].includes(path));

await buildSite();
const runOnce = await openLighthouse();
const site = await startSite();
const launch = await browserLaunch();
try {
  const all: Figures[] = [];
  for (const formFactor of ['mobile', 'desktop'] as const)
    for (const path of paths) all.push(await measure(path, formFactor));
  console.log(toMarkdown(all));
} finally {
  await site.stop();
}

/** In a browser of its own. */
async function measure(path: string, formFactor: FormFactor): Promise<Figures> {
  const port = await freePort();
  const args = [...(launch.args ?? []), `--remote-debugging-port=${port}`];
  const browser = await chromium.launch({ ...launch, args });
  try {
    const page = { url: site.url, path, formFactor, port, runs: Number(values.runs) };
    const figures = await measurePage(runOnce, page);
    console.error(formFactor, path, figures.performance, figures.faults.join('; '));
    return figures;
  } finally {
    await browser.close();
  }
}
