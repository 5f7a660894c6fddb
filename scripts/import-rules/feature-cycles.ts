import type { Source } from '../sources.ts';
import { tests } from './rules.ts';
import { findDependencies } from './uses.ts';

type Use = { from: string; to: string; text: string };

/** Returns every import between features, types included, that is part of an import cycle. */
export function findFeatureCycles(sources: readonly Source[]): string[] {
  const uses = sources.flatMap(findUses);
  const used = Map.groupBy(uses, ({ from }) => from);
  /** Returns a feature with all features that it uses directly or indirectly. */
  const reach = (feature: string): Set<string> => {
    const found = new Set([feature]);
    for (const next of found) for (const { to } of used.get(next) ?? []) found.add(to);
    return found;
  };
  const reached = new Map([...used.keys()].map((feature) => [feature, reach(feature)]));
  return uses
    .filter(({ from, to }) => reached.get(to)?.has(from))
    .map(({ text }) => `${text}: features do not depend on each other`);
}

const findUses = ({ file, text }: Source): Use[] =>
  findDependencies(file, text).flatMap(({ what, line }) => {
    const [from, to] = [featureOf(file), featureOf(what)];
    if (!from || !to || from === to || tests.test(file)) return [];
    return { from, to, text: `${file}:${line} uses ${what}` };
  });

const featureOf = (file: string): string | undefined =>
  /^(web|server)\/features\/[^/]+(?=\/)/.exec(file)?.[0];
