import table from '@mdn/browser-compat-data' with { type: 'json' };
import { oldestBrowsers } from './oldest.ts';

type Support = {
  version_added?: string | false | 'preview';
  version_removed?: string;
  flags?: unknown;
  prefix?: string;
  alternative_name?: string;
};

/** A feature of MDN's table: its browser support in `__compat`, and its subfeatures, keyed by name. */
export type Feature = { readonly [name: string]: unknown };

/** Returns the feature at a path of the table, such as `css`, `properties`, `color`. */
export function featureAt(...path: string[]): Feature | undefined {
  let feature: unknown = table;
  for (const name of path) feature = (feature as Feature | undefined)?.[name];
  return feature as Feature | undefined;
}

/** Returns the direct subfeatures, keyed by name. */
export const listSubfeatures = (feature: Feature | undefined): [name: string, feature: Feature][] =>
  Object.entries(feature ?? {}).filter((entry): entry is [string, Feature] => entry[0] !== '__compat');

/** Returns whether the table has support data for the feature. */
export const hasSupportData = (feature: Feature | undefined): feature is Feature =>
  feature?.__compat !== undefined;

/** Yields all subfeatures with that name, at any depth. */
export function* findByName(feature: Feature | undefined, name: string): Generator<Feature> {
  for (const [key, below] of listSubfeatures(feature)) {
    if (key === name && hasSupportData(below)) yield below;
    yield* findByName(below, name);
  }
}

/**
 * Collects the features that one of the oldest browsers lacks, each once: `AbortSignal.timeout: chrome,
 * safari`.
 */
export function createGapList() {
  const found = new Map<string, string[]>();
  return {
    check(name: string, ...meanings: (Feature | undefined)[]): void {
      const browsers = browsersWithout(meanings);
      if (browsers.length > 0) found.set(name, browsers);
    },
    lines: (): string[] => [...found].map(([name, browsers]) => `${name}: ${browsers.join(', ')}`),
  };
}

/**
 * Returns the browsers that lack at least one possible meaning of a name. Returns none if all browsers
 * support one of the meanings.
 */
function browsersWithout(meanings: readonly (Feature | undefined)[]): string[] {
  const lacking = meanings.filter(hasSupportData).map((feature) => {
    const { support } = feature.__compat as { support: Record<string, Support | Support[] | undefined> };
    return oldestBrowsers
      .filter(({ name, version }) => ![support[name] ?? []].flat().some((range) => isIn(range, version)))
      .map(({ name }) => name);
  });
  return lacking.every((names) => names.length > 0) ? [...new Set(lacking.flat())] : [];
}

function isIn(support: Support, version: string): boolean {
  const { version_added, version_removed, flags, prefix, alternative_name } = support;
  if (!version_added || version_added === 'preview') return false;
  if (version_removed || flags || prefix || alternative_name) return false;
  return Number.parseFloat(version_added.replace('≤', '')) <= Number.parseFloat(version);
}
