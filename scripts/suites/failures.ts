import type { Result } from '../results/result.ts';
import type { Suite } from './suite.ts';

const MOST_NAMED = 20;

/** What failed in a suite, by name and with the reason: of a long log often only the end is kept. */
export function nameFailures({ name }: Pick<Suite, 'name'>, failures: Result[] = []): string {
  if (failures.length === 0) return `FAILED  ${name}`;
  const named = failures.slice(0, MOST_NAMED).map(({ title, reason = '' }) => {
    const lines = reason.split('\n').filter(Boolean);
    return [`FAILED  ${name}: ${title}`, ...lines.map((line) => `          ${line}`)].join('\n');
  });
  const more = failures.length - named.length;
  return [...named, ...(more > 0 ? [`FAILED  ${name}: ${more} more`] : [])].join('\n');
}
