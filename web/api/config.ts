import type { PublicConfig } from '#contract/config.ts';
import type { Feature } from '#contract/features.ts';
import { pageData } from '#web/before-react/page-data.ts';

/** Returns the public configuration of this site, which every page contains. */
export const siteConfig = (): PublicConfig => pageData().config;

/** Whether a feature is enabled on this site. */
export const hasFeature = (feature: Feature): boolean => siteConfig().features.includes(feature);
