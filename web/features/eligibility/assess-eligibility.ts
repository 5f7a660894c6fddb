import { add } from 'date-fns/add';
import { type Day, toDate, toDay } from '#contract/days.ts';
import type { RuleId } from '#contract/eligibility-rules.ts';
import type { ChoiceOf, ChoiceQuestion, NumberQuestion } from './questions.ts';
import type { Rule } from './rules.ts';

/**
 * Validated answers. `day` is present for dated choices and is never in the future. `waitDays` is the wait for
 * this donor if the site has one for what was given.
 */
export type Answers = Record<NumberQuestion, number> & {
  [Question in ChoiceQuestion]: {
    choice: ChoiceOf<Question>;
    day?: Day | undefined;
    waitDays?: number | undefined;
  };
};

/** A reason not to give blood today. If `until` is missing, the end of the wait is unknown. */
export type Finding = { rule: RuleId; result: 'wait' | 'ask'; until?: Day };

/** `wait` without a day: the donor has to wait, and the center decides until when. */
export type Verdict = { kind: 'yes' } | { kind: 'ask' } | { kind: 'wait'; until: Day | undefined };

/** Applies the rules. @returns at most one finding per question, in the order of the rules */
export function assessEligibility(answers: Answers, today: Day, rules: readonly Rule[]): Finding[] {
  const found = new Map<string, Finding>();
  for (const rule of rules) {
    const finding = found.has(rule.question) ? undefined : apply(rule, answers, today);
    if (finding) found.set(rule.question, finding);
  }
  return [...found.values()];
}

/** Combines the findings. Waits until the latest day. If one wait has no day, the verdict has none. */
export function combineFindings(findings: readonly Finding[]): Verdict {
  const waits = findings.filter(({ result }) => result === 'wait');
  if (waits.length === 0) return { kind: findings.length > 0 ? 'ask' : 'yes' };
  const days = waits.flatMap(({ until }) => until ?? []);
  return { kind: 'wait', until: days.length === waits.length ? [...days].sort().at(-1) : undefined };
}

function apply(rule: Rule, answers: Answers, today: Day): Finding | undefined {
  const finding: Finding = { rule: rule.id, result: rule.result };
  if (!('answer' in rule)) {
    const { below = Number.NEGATIVE_INFINITY, above = Number.POSITIVE_INFINITY } = rule;
    const value = answers[rule.question];
    return value < below || value > above ? finding : undefined;
  }
  const { choice, day, waitDays } = answers[rule.question];
  if (choice !== rule.answer) return undefined;
  const wait = waitDays === undefined ? rule.wait : { days: waitDays };
  if (!wait) return finding;
  const until = toDay(add(toDate(rule.from === 'day' && day ? day : today), wait));
  return until > today ? { ...finding, until } : undefined;
}
