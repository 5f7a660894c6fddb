import type { Result } from '../test-runner/results.ts';

export type Requirement = { id: string; text: string };

/** Reads docs/REQUIREMENTS.tsv: a line a requirement, id and text with a tab between, under one line of headings. */
export function parseRequirements(tsv: string): Requirement[] {
  const [, ...lines] = tsv.trim().split(/\r?\n/);
  return lines.map((line) => {
    const [id = '', ...text] = line.split('\t');
    return { id, text: text.join(' ') };
  });
}

/** The requirements that a test's title names: `[APF-01] [APF-03] asks for a phone number`. */
export const requirementsIn = (title: string): string[] =>
  [...title.matchAll(/\[([A-Z]{3}-\d\d)\]/g)].map(([, id = '']) => id);

export type Row = Requirement & { tests: Result[]; state: 'shown' | 'failed' | 'not run' | 'no test' };
export type Conformance = { rows: Row[]; unknown: string[] };

/** Which tests show which requirement, and what became of them; `unknown` are ids that no requirement has. */
export function conformance(requirements: Requirement[], results: Result[]): Conformance {
  const naming = results.map((result) => ({ result, ids: requirementsIn(result.title) }));
  const known = new Set(requirements.map(({ id }) => id));
  return {
    rows: requirements.map((requirement) => {
      const tests = naming.filter(({ ids }) => ids.includes(requirement.id)).map(({ result }) => result);
      return { ...requirement, tests, state: stateOf(tests) };
    }),
    unknown: [...new Set(naming.flatMap(({ ids }) => ids.filter((id) => !known.has(id))))],
  };
}

function stateOf(tests: Result[]): Row['state'] {
  const some = (outcome: Result['outcome']) => tests.some((test) => test.outcome === outcome);
  if (some('failed')) return 'failed';
  if (some('passed') || some('flaky')) return 'shown';
  return tests.length > 0 ? 'not run' : 'no test';
}

/** The table for people to read. */
export function printTable({ rows, unknown }: Conformance): string {
  const lines = rows.flatMap(({ id, state, text, tests }) => [
    `${id}  ${state.padEnd(8)}  ${text.length > 90 ? `${text.slice(0, 89)}…` : text}`,
    ...tests.map(({ title, outcome }) => `          ${outcome.padEnd(8)}    ${title}`),
  ]);
  const count = (state: Row['state']) => rows.filter((row) => row.state === state).length;
  const open = rows.filter(({ state }) => state !== 'shown').map(({ id }) => id);
  return [
    ...lines,
    '',
    `${rows.length} requirements: ${count('shown')} shown, ${count('failed')} failed, ${count('not run')} not run, ${count('no test')} without a test`,
    `Not shown yet: ${open.join(' ') || 'none'}`,
    ...unknown.map((id) => `A test names ${id}, which is no requirement.`),
  ].join('\n');
}
