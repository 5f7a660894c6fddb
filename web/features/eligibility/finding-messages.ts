import { t } from '@lingui/core/macro';
import { formatDay } from '#web/i18n/days.ts';
import { formatNumber } from '#web/i18n/numbers.ts';
import type { Verdict } from './assess-eligibility.ts';
import type { RuleId } from './rules.ts';
import { formatFigure } from './rules.ts';

export function verdictTitle(verdict: Verdict): string {
  if (verdict.kind === 'yes') return t`You can probably give blood`;
  if (verdict.kind === 'ask') return t`Please ask the centre first`;
  if (!verdict.until) return t`Please wait for now`;
  const day = formatDay(verdict.until);
  return t`Please wait until ${day}`;
}

const number = (id: RuleId) => formatNumber(formatFigure(id));
const years = number('too-young');
const manyYears = number('older');
const kilos = number('too-light');
const moreKilos = number('light');
const weeks = number('gave-lately');
const daysWell = number('ill-lately');
const daysWithout = number('antibiotic-lately');
const months = number('gave-birth');
const monthsWeaned = number('breastfeeding');

/** Why one had better wait or ask; none says that somebody is ill. */
export const findingTexts: Record<RuleId, string> = {
  'too-young': t`Centres take donors from ${years} years on. Thank you for wanting to be one of them.`,
  older: t`Many centres take donors up to ${manyYears} years, some longer. Yours will tell you.`,
  'too-light': t`Centres take blood from ${kilos} kg on, so that a donation does you no harm.`,
  light: t`From ${kilos} to ${moreKilos} kg some centres take blood, and a little less of it.`,
  'gave-lately': t`Your body takes about ${weeks} weeks to make up for a donation. Some centres ask men for fewer, and some ask everybody for four months.`,
  'ill-now': t`Wait at least ${daysWell} days from the day on which you are quite well again. Get well soon.`,
  'ill-lately': t`${daysWell} days should pass from the day on which you were well again.`,
  serious: t`Tell the centre what you have or had. After many illnesses one may give blood again.`,
  travelled: t`Tell the centre where you were and when you came back. After some journeys one waits a while.`,
  'antibiotic-now': t`Wait at least ${daysWithout} days from the last dose.`,
  'antibiotic-lately': t`${daysWithout} days should pass from the last dose.`,
  'other-medicine': t`Tell the centre what you take. With many medicines one may give blood.`,
  pregnant: t`You need your blood for two now. About ${months} months after the birth you can give again.`,
  'gave-birth': t`About ${months} months should pass, so that your body can store iron again.`,
  breastfeeding: t`Wait at least ${monthsWeaned} months from the day on which your baby is weaned, and ${months} from the birth.`,
};

/** The same for everybody, to be read before any answer. */
export const mainRuleTexts: readonly string[] = [
  t`You are from ${years} to ${manyYears} years old; ask the centre if you are older.`,
  t`You weigh ${moreKilos} kg or more; from ${kilos} kg some centres take a little less blood.`,
  t`Your last donation was ${weeks} weeks ago or longer.`,
  t`You feel well today, and an infection has been over for ${daysWell} days.`,
  t`Your last antibiotic was ${daysWithout} days ago or longer. Tell the centre what else you take.`,
  t`Tell the centre of journeys of the last 12 months, and of serious or lasting illnesses.`,
  t`You are not pregnant, and a pregnancy ended ${months} months ago or longer.`,
  t`You are not breastfeeding, and your baby was weaned ${monthsWeaned} months ago or longer.`,
];
