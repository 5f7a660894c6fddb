import type { Seen } from '../../tests/cluster/requests.ts';

/** One part of the run. Instants in ms of `performance.now()`. */
export type Phase = {
  name: string;
  from: number;
  to: number;
  /** When what was taken away was back, or others had taken over. */
  backAt?: number;
  /** Whether that error is one that clients may see now. */
  allows: (error: Seen) => boolean;
  /** Rules that it broke by itself: an exit code, a time. */
  broken: string[];
};

export type Row = {
  phase: string;
  requests: number;
  errors: string;
  gapMs: number;
  recoveryMs: number | undefined;
  broken: string[];
};

const MOST_RECOVERY_MS = 5000;

export const isError = ({ outcome }: Seen): boolean => outcome === 'broken' || outcome >= 500;

/** What came of a phase: a request belongs to the one in which it ended. */
export function rowOf(phase: Phase, all: readonly Seen[]): Row {
  const seen = all.filter(({ endedAt }) => endedAt >= phase.from && endedAt < phase.to);
  const errors = seen.filter(isError);
  const recoveryMs = recovery(phase, errors);
  const forbidden = errors.filter((error) => !phase.allows(error));
  const broken = [...phase.broken];
  if (forbidden.length > 0) broken.push(`errors that must not be: ${counted(forbidden)}`);
  if ((recoveryMs ?? 0) > MOST_RECOVERY_MS) broken.push(`recovery took ${Math.round(recoveryMs ?? 0)} ms`);
  return {
    phase: phase.name,
    requests: seen.length,
    errors: counted(errors),
    gapMs: gap(phase, seen),
    recoveryMs,
    broken,
  };
}

/** From being back to the end of the last error. */
function recovery({ backAt }: Phase, errors: Seen[]): number | undefined {
  if (backAt === undefined) return undefined;
  return Math.max(0, ...errors.map(({ endedAt }) => endedAt - backAt));
}

/** The longest time without a success of what has to ask the database. */
function gap({ from, to }: Phase, seen: Seen[]): number {
  const good = seen.filter((one) => one.personal && !isError(one)).map(({ endedAt }) => endedAt);
  const at = [from, ...good.sort((a, b) => a - b), to];
  return Math.max(...at.slice(1).map((each, n) => each - (at[n] as number)));
}

/** `503: 12 (book 4, list own 8)`. */
function counted(errors: Seen[]): string {
  const byOutcome = Map.groupBy(errors, ({ outcome }) => outcome);
  const parts = [...byOutcome].map(([outcome, ones]) => {
    const byWhat = Map.groupBy(ones, ({ what }) => what);
    const whats = [...byWhat].map(([what, { length }]) => `${what} ${length}`);
    return `${outcome}: ${ones.length} (${whats.join(', ')})`;
  });
  return parts.join('; ') || 'none';
}
