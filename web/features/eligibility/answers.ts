import { t } from '@lingui/core/macro';
import * as z from 'zod/mini';
import { type Day, parseDay, toDay } from '#contract/days.ts';
import { siteNow } from '#web/api/site-clock.ts';
import { toAsciiDigits } from '#web/i18n/digits.ts';
import type { Answers } from './assess-eligibility.ts';
import { type ChoiceOf, type ChoiceQuestion, choiceNames, choiceQuestions } from './questions.ts';

export const siteToday = (): Day => toDay(new Date(siteNow()));

/** Judges what was typed; `today` is asked each time, since a page may stay open over midnight. */
export const answersSchema = (today: () => Day = siteToday) =>
  z.object({
    age: wholeNumber({ from: 1, to: 120, error: t`Enter your age in years` }),
    weight: wholeNumber({ from: 20, to: 300, error: t`Enter your weight in kilograms` }),
    donation: choice('donation', today),
    illness: choice('illness', today),
    travel: choice('travel', today),
    medicine: choice('medicine', today),
    pregnancy: choice('pregnancy', today),
  } satisfies Record<keyof Answers, unknown>);

export type AnswerValues = z.input<ReturnType<typeof answersSchema>>;

/** As the form begins; no choice is made beforehand. */
export const noAnswers = {
  age: '',
  weight: '',
  ...Object.fromEntries(choiceNames.map((name) => [name, { day: '' }])),
};

function wholeNumber({ from, to, error }: { from: number; to: number; error: string }) {
  return z.pipe(
    z.string(),
    z.pipe(z.transform(parseNumber), z.number({ error }).check(z.gte(from, { error }), z.lte(to, { error }))),
  );
}

/** Reads 62, 62.5, 62,5 and the digits of Bengali; rounds down, as a limit is meant. */
export function parseNumber(text: string): number {
  const digits = toAsciiDigits(text.trim()).replace(',', '.');
  return /^\d{1,3}(\.\d*)?$/.test(digits) ? Math.floor(Number(digits)) : Number.NaN;
}

function choice<Question extends ChoiceQuestion>(question: Question, today: () => Day) {
  const { choices, dated } = choiceQuestions[question];
  return z.pipe(
    z
      .object({
        choice: z.enum(choices as readonly ChoiceOf<Question>[], { error: t`Choose one` }),
        day: z.optional(z.string()),
      })
      .check(({ value, issues }) => {
        const message = value.choice === dated ? wrongDay(value.day, today()) : undefined;
        if (message) issues.push({ code: 'custom', path: ['day'], message, input: value.day });
      }),
    z.transform((value) => ({
      choice: value.choice,
      day: value.choice === dated ? parseDay(value.day ?? '') : undefined,
    })),
  );
}

function wrongDay(text: string | undefined, today: Day): string | undefined {
  const day = parseDay(text ?? '');
  if (!day) return t`Enter the date. An approximate date is fine.`;
  return day > today ? t`Enter a date in the past` : undefined;
}
