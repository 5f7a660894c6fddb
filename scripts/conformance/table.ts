import type { Result } from '../test-runner/results.ts';

export type Requirement = { id: string; text: string };

/**
 * Parses docs/REQUIREMENTS.tsv: a heading line, then one line per requirement with id and text, separated by
 * a tab.
 */
export function parseRequirements(tsv: string): Requirement[] {
  const [, ...lines] = tsv.trim().split(/\r?\n/);
  return lines.map((line) => {
    const [id = '', ...text] = line.split('\t');
    return { id, text: text.join(' ') };
  });
}

/** Returns the requirement ids in a test's title: `[APF-01] [APF-03] asks for a phone number`. */
export const requirementsIn = (title: string): string[] =>
  [...title.matchAll(/\[([A-Z]{3}-\d\d)\]/g)].map(([, id = '']) => id);

export type Row = Requirement & { tests: Result[]; state: 'shown' | 'failed' | 'not run' | 'no test' };
export type Conformance = { rows: Row[]; unknown: string[] };

/** Matches tests with requirements. `unknown`: ids in titles that are not requirements. */
export function matchTests(requirements: Requirement[], results: Result[]): Conformance {
  const pairs = results.flatMap((test) => requirementsIn(test.title).map((id) => ({ id, test })));
  const testsById = Map.groupBy(pairs, ({ id }) => id);
  const rows = requirements.map((requirement) => {
    const tests = (testsById.get(requirement.id) ?? []).map(({ test }) => test);
    return { ...requirement, tests, state: stateOf(tests) };
  });
  const known = new Set(requirements.map(({ id }) => id));
  return { rows, unknown: [...testsById.keys()].filter((id) => !known.has(id)) };
}

function stateOf(tests: Result[]): Row['state'] {
  const hasOutcome = (outcome: Result['outcome']) => tests.some((test) => test.outcome === outcome);
  if (hasOutcome('failed')) return 'failed';
  if (hasOutcome('passed') || hasOutcome('flaky')) return 'shown';
  return tests.length > 0 ? 'not run' : 'no test';
}

/** Returns the table as text. */
export function formatTable({ rows, unknown }: Conformance): string {
  const lines = rows.flatMap(({ id, state, text, tests }) => [
    `${id}  ${state.padEnd(8)}  ${text.length > 90 ? `${text.slice(0, 89)}…` : text}`,
    ...tests.map(({ title, outcome }) => `          ${outcome.padEnd(8)}    ${title}`),
  ]);
  const count = (state: Row['state']) => rows.filter((row) => row.state === state).length;
  const notShown = rows.filter(({ state }) => state !== 'shown').map(({ id }) => id);
  return [
    ...lines,
    '',
    `${rows.length} requirements: ${count('shown')} shown, ${count('failed')} failed, ${count('not run')} not run, ${count('no test')} without a test`,
    `Not shown yet: ${notShown.join(' ') || 'none'}`,
    ...unknown.map((id) => `A test names ${id}, which is not a requirement.`),
  ].join('\n');
}
