import { t } from '@lingui/core/macro';
import * as z from 'zod/mini';
import { type Day, parseDay } from '#contract/days.ts';
import { toAsciiDigits } from '#contract/digits.ts';
import { type DonationWaits, findWait } from '#contract/donation-waits.ts';
import { siteToday } from '#web/api/site-today.ts';
import type { Answers } from './assess-eligibility.ts';
import { type ChoiceOf, type ChoiceQuestion, choiceNames, choiceQuestions } from './questions.ts';

/**
 * Returns the schema of the form. `today` is a function, because the page may stay open past midnight. With
 * `waits`, donors are asked what they gave.
 */
export const answersSchema = (today: () => Day = siteToday, waits?: DonationWaits) =>
  z.object({
    age: wholeNumber({ min: 1, max: 120, error: t`Enter your age in years` }),
    weight: wholeNumber({ min: 20, max: 300, error: t`Enter your weight in kilograms` }),
    donation: choice('donation', today, waits),
    illness: choice('illness', today),
    travel: choice('travel', today),
    medicine: choice('medicine', today),
    pregnancy: choice('pregnancy', today),
  } satisfies Record<keyof Answers, unknown>);

export type AnswerValues = z.input<ReturnType<typeof answersSchema>>;

/** The initial form values, with no choice selected. */
export const emptyAnswers = {
  age: '',
  weight: '',
  ...Object.fromEntries(choiceNames.map((name) => [name, { day: '' }])),
};

function wholeNumber({ min, max, error }: { min: number; max: number; error: string }) {
  return z.pipe(
    z.string(),
    z.pipe(z.transform(parseNumber), z.number({ error }).check(z.gte(min, { error }), z.lte(max, { error }))),
  );
}

/**
 * Parses `62`, `62.5`, `62,5` and Bengali digits. Other text is NaN. Rounds down, so that 17.9 years counts as 17.
 */
export function parseNumber(text: string): number {
  const digits = toAsciiDigits(text.trim()).replace(',', '.');
  return /^\d{1,3}(\.\d*)?$/.test(digits) ? Math.floor(Number(digits)) : Number.NaN;
}

function choice<Question extends ChoiceQuestion>(
  question: Question,
  today: () => Day,
  waits?: DonationWaits,
) {
  const { choices, datedChoice } = choiceQuestions[question];
  return z.pipe(
    z
      .object({
        choice: z.enum(choices as readonly ChoiceOf<Question>[], { error: t`Choose one` }),
        day: z.optional(z.string()),
        given: z.optional(z.string()),
        sex: z.optional(z.string()),
      })
      .check(({ value, issues }) => {
        if (value.choice !== datedChoice) return;
        const messages = { day: dayError(value.day, today()), ...(waits && waitErrors(value)) };
        for (const [field, message] of Object.entries(messages))
          if (message) issues.push({ code: 'custom', path: [field], message, input: value });
      }),
    z.transform(({ choice, day = '', given = '', sex = '' }) => ({
      choice,
      ...(choice === datedChoice && { day: parseDay(day), waitDays: waits && findWait(waits, given, sex) }),
    })),
  );
}

const waitErrors = ({ given, sex }: { given?: string | undefined; sex?: string | undefined }) => ({
  given: given ? undefined : t`Choose one`,
  sex: sex ? undefined : t`Choose one`,
});

function dayError(text: string | undefined, today: Day): string | undefined {
  const day = parseDay(text ?? '');
  if (!day) return t`Enter the date. An approximate date is fine.`;
  return day > today ? t`Enter a date in the past` : undefined;
}
