import type { Result } from '../results/result.ts';
import type { Suite } from './suite.ts';

const MAX_NAMED = 20;

/** The failed tests of a suite by name, with their reasons: often only the end of a long log is kept. */
export function nameFailures({ name }: Pick<Suite, 'name'>, failures: Result[] = []): string {
  return failures.length === 0 ? `FAILED  ${name}` : listTests('FAILED', name, failures);
}

/** The tests that passed on their retry only, in the same form. */
export const nameFlaky = ({ name }: Pick<Suite, 'name'>, flaky: Result[]): string =>
  listTests('FLAKY ', name, flaky);

function listTests(label: string, suite: string, results: Result[]): string {
  const named = results.slice(0, MAX_NAMED).map(({ title, reason = '' }) => {
    const lines = reason.split('\n').filter(Boolean);
    return [`${label}  ${suite}: ${title}`, ...lines.map((line) => `          ${line}`)].join('\n');
  });
  const more = results.length - named.length;
  return [...named, ...(more > 0 ? [`${label}  ${suite}: ${more} more`] : [])].join('\n');
}
