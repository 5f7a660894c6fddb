import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { installPackages } from '../packages.ts';

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
  /** Nothing but these is looked at, which takes two thirds of the time. */
  onlyAudits?: string[];
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
  const folder = installPackages('lighthouse', join(import.meta.dirname, 'packages'));
  const entry = join(folder, 'node_modules', 'lighthouse', 'core', 'index.js');
  const { default: lighthouse, desktopConfig } = await import(pathToFileURL(entry).href);
  return async (url, port, formFactor, { keepStorage = false, onlyAudits } = {}) => {
    const config = formFactor === 'desktop' ? desktopConfig : undefined;
    const flags = { port, logLevel: 'error', output: 'json', disableStorageReset: keepStorage, onlyAudits };
    const { lhr } = await lighthouse(url, flags, config);
    return lhr;
  };
}
