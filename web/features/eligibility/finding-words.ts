import { longDate } from '#contract/days.ts';
import { figure } from './figures.ts';
import type { Verdict } from './judge.ts';
import type { RuleId } from './rules.ts';

export function verdictTitle(verdict: Verdict): string {
  if (verdict.kind === 'yes') return 'You can probably give blood';
  if (verdict.kind === 'ask') return 'Please ask the centre first';
  return verdict.until ? `Better wait until ${longDate(verdict.until)}` : 'Better wait for now';
}

const texts: Record<RuleId, () => string> = {
  'too-young': () =>
    `Centres take donors from ${figure('too-young')} years on. Thank you for wanting to be one of them.`,
  older: () => `Many centres take donors up to ${figure('older')} years, some longer. Yours will tell you.`,
  'too-light': () =>
    `Centres take blood from ${figure('too-light')} kg on, so that a donation does you no harm.`,
  light: () =>
    `From ${figure('too-light')} to ${figure('light')} kg some centres take blood, and a little less of it.`,
  'gave-lately': () =>
    `Your body takes about ${figure('gave-lately')} weeks to make up for a donation. Some centres ask men for fewer, and some ask everybody for four months.`,
  'ill-now': () =>
    `Wait at least ${figure('ill-now')} days from the day on which you are quite well again. Get well soon.`,
  'ill-lately': () => `${figure('ill-lately')} days should pass from the day on which you were well again.`,
  serious: () => 'Tell the centre what you have or had. After many illnesses one may give blood again.',
  travelled: () =>
    'Tell the centre where you were and when you came back. After some journeys one waits a while.',
  'antibiotic-now': () => `Wait at least ${figure('antibiotic-now')} days from the last dose.`,
  'antibiotic-lately': () => `${figure('antibiotic-lately')} days should pass from the last dose.`,
  'other-medicine': () => 'Tell the centre what you take. With many medicines one may give blood.',
  pregnant: () =>
    `You need your blood for two now. About ${figure('gave-birth')} months after the birth you can give again.`,
  'gave-birth': () =>
    `About ${figure('gave-birth')} months should pass, so that your body can store iron again.`,
  breastfeeding: () =>
    `Wait at least ${figure('breastfeeding')} months from the day on which your baby is weaned, and ${figure('gave-birth')} from the birth.`,
};

/** Why one had better wait or ask; it never says that somebody is ill. */
export const findingText = (rule: RuleId): string => texts[rule]();
