/** Within how many days a package with a known hole is replaced (CONTRIBUTING.md). */
const daysFor: Record<string, number> = { critical: 2, high: 7, moderate: 30 };

type Hole = { title?: string; url?: string };
type Audit = {
  vulnerabilities?: Record<string, { severity: string; via: (string | Hole)[]; fixAvailable?: unknown }>;
};

export type Report = { lines: string[]; verdict: 'none' | 'known' | 'unanswered' };

/** What `npm audit --json` has said, a line a package; `unanswered` when the registry gave no such list. */
export function reportOf(said: string): Report {
  const { vulnerabilities } = parse(said);
  if (!vulnerabilities) return { lines: [], verdict: 'unanswered' };
  const found = Object.entries(vulnerabilities);
  const pressing = found.some(([, { severity }]) => Object.hasOwn(daysFor, severity));
  const lines = found.map(([name, { severity, via, fixAvailable }]) => {
    const days = Object.hasOwn(daysFor, severity)
      ? `within ${daysFor[severity]} days`
      : 'with the next update';
    const why = via.map((each) => (typeof each === 'string' ? `by ${each}` : `${each.title} ${each.url}`));
    const next = fixAvailable ? 'a sound version is there' : 'no sound version yet';
    return `${severity}: ${name}, ${days} (${next}): ${why.join('; ')}`;
  });
  return { lines, verdict: pressing ? 'known' : 'none' };
}

function parse(said: string): Audit {
  try {
    return JSON.parse(said) as Audit;
  } catch {
    return {};
  }
}
