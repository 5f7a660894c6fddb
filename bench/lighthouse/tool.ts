import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inRoot } from '../../scripts/set-up/paths.mjs';

export type FormFactor = 'mobile' | 'desktop';

/** What we read of Lighthouse's own result. */
export type Report = {
  lighthouseVersion: string;
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<
    string,
    { score: number | null; numericValue?: number; title: string; displayValue?: string }
  >;
};

export type RunOptions = {
  /** The browser stays as it is: who is signed in stays so, and what is in the cache is used. */
  keepStorage?: boolean;
};

/** Runs Lighthouse once against one page in the browser that listens on `port`. */
export type RunOnce = (
  url: string,
  port: number,
  formFactor: FormFactor,
  options?: RunOptions,
) => Promise<Report>;

/** Lighthouse is no package of the site: it is installed here, into build/, when somebody measures. */
export async function openLighthouse(): Promise<RunOnce> {
  const folder = inRoot('build', 'lighthouse');
  const entry = join(folder, 'node_modules', 'lighthouse', 'core', 'index.js');
  if (!existsSync(entry)) {
    mkdirSync(folder, { recursive: true });
    for (const file of ['package.json', 'package-lock.json'])
      cpSync(join(import.meta.dirname, 'packages', file), join(folder, file));
    const options = { cwd: folder, stdio: 'inherit', shell: process.platform === 'win32' } as const;
    const { status } = spawnSync('npm', ['ci', '--ignore-scripts', '--loglevel=error'], options);
    if (status !== 0) throw new Error('Installing Lighthouse failed (see above).');
  }
  const { default: lighthouse, desktopConfig } = await import(pathToFileURL(entry).href);
  return async (url, port, formFactor, { keepStorage = false } = {}) => {
    const config = formFactor === 'desktop' ? desktopConfig : undefined;
    const flags = { port, logLevel: 'error', output: 'json', disableStorageReset: keepStorage };
    const { lhr } = await lighthouse(url, flags, config);
    return lhr;
  };
}
