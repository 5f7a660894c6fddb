import { t } from '@lingui/core/macro';
import { type DonationWaits, donationKinds } from '#contract/donation-waits.ts';
import type { RuleId } from '#contract/eligibility-rules.ts';
import { formatDay } from '#web/i18n/days.ts';
import { formatNumber } from '#web/i18n/numbers.ts';
import { donationNames } from '#web/queries/donation-names.ts';
import type { Verdict } from './assess-eligibility.ts';
import { getFigure, siteWaits } from './rules.ts';

export function verdictTitle(verdict: Verdict): string {
  if (verdict.kind === 'yes') return t`You can probably give blood`;
  if (verdict.kind === 'ask') return t`Ask the center first`;
  if (!verdict.until) return t`Wait for now`;
  const day = formatDay(verdict.until);
  return t`Wait until ${day}`;
}

/** Returns the numbers of the rules as texts. */
function figureTexts() {
  const format = (id: RuleId) => formatNumber(getFigure(id));
  return {
    minYears: format('too-young'),
    maxYears: format('older'),
    minKilos: format('too-light'),
    regularKilos: format('light'),
    weeks: format('donated-recently'),
    daysIll: format('ill-now'),
    daysWell: format('ill-recently'),
    daysOnAntibiotic: format('antibiotic-now'),
    daysWithoutAntibiotic: format('antibiotic-recently'),
    months: format('gave-birth'),
    monthsWeaned: format('breastfeeding'),
  };
}

/** Returns the reason for each finding. No text says that the reader is ill. */
export function findingTexts(): Record<RuleId, string> {
  const { minYears, maxYears, minKilos, regularKilos, weeks, months, monthsWeaned, ...days } = figureTexts();
  const { daysIll, daysWell, daysOnAntibiotic, daysWithoutAntibiotic } = days;
  return {
    'too-young': t`Centers take donors from the age of ${minYears}. Thank you for wanting to donate.`,
    older: t`Many centers take donors up to the age of ${maxYears}, and some take older donors. Ask your center.`,
    'too-light': t`Centers take blood from donors who weigh ${minKilos} kg or more, so that donating does not harm you.`,
    light: t`From ${minKilos} to ${regularKilos} kg, some centers take blood, but a smaller amount.`,
    'donated-recently': siteWaits()
      ? t`Your body needs time to replace what you gave. The main rules below name the days.`
      : t`Your body needs about ${weeks} weeks to replace a donation. Some centers ask men to wait less, and some ask everyone to wait four months.`,
    'ill-now': t`Wait at least ${daysIll} days after you have fully recovered. Get well soon.`,
    'ill-recently': t`Wait ${daysWell} days after the day you recovered.`,
    serious: t`Tell the center what you have or had. After many illnesses you can give blood again.`,
    travelled: t`Tell the center where you were and when you came back. After some trips you need to wait.`,
    'antibiotic-now': t`Wait at least ${daysOnAntibiotic} days after the last dose.`,
    'antibiotic-recently': t`Wait ${daysWithoutAntibiotic} days after the last dose.`,
    'other-medicine': t`Tell the center what you take. Many medicines do not prevent you from giving blood.`,
    pregnant: t`You and your baby need your blood now. You can give blood again about ${months} months after the birth.`,
    'gave-birth': t`Wait about ${months} months, so that your body can store iron again.`,
    breastfeeding: t`Wait at least ${monthsWeaned} months after your baby is weaned, and ${months} months after the birth.`,
  };
}

/** Returns the rules in short, shown to every reader. */
export function mainRuleTexts(): string[] {
  const { minYears, maxYears, minKilos, regularKilos, weeks, months, monthsWeaned, ...days } = figureTexts();
  const { daysWell, daysWithoutAntibiotic } = days;
  const waits = siteWaits();
  return [
    t`You are ${minYears} to ${maxYears} years old. If you are older, ask the center.`,
    t`You weigh ${regularKilos} kg or more. From ${minKilos} kg, some centers take a smaller amount.`,
    ...(waits ? waitTexts(waits) : [t`Your last donation was ${weeks} weeks ago or longer.`]),
    t`You feel well today, and any infection ended at least ${daysWell} days ago.`,
    t`Your last antibiotic was ${daysWithoutAntibiotic} days ago or longer. Tell the center what else you take.`,
    t`Tell the center about trips in the last 12 months and about serious or long-term illnesses.`,
    t`You are not pregnant, and any pregnancy ended ${months} months ago or longer.`,
    t`You are not breastfeeding, and your baby was weaned ${monthsWeaned} months ago or longer.`,
  ];
}

/** Returns a text for each kind of donation with a wait. */
const waitTexts = (waits: DonationWaits): string[] =>
  donationKinds.flatMap((kind) => {
    const wait = waits[kind];
    if (!wait) return [];
    const [name, women, men] = [donationNames[kind], formatNumber(wait.women), formatNumber(wait.men)];
    return wait.women === wait.men
      ? t`${name}: your last donation was ${women} days ago or longer.`
      : t`${name}: your last donation was ${women} days ago or longer for women, ${men} for men.`;
  });
