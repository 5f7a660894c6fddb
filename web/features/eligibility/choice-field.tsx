import { t } from '@lingui/core/macro';
import { useId } from 'react';
import { type UseFormReturn, useFormState, useWatch } from 'react-hook-form';
import { donationKinds } from '#contract/donation-waits.ts';
import { siteToday } from '#web/api/site-today.ts';
import '#web/components/choices.css';
import { Field } from '#web/components/field.tsx';
import { SelectField } from '#web/components/select-field.tsx';
import { donationNames } from '#web/queries/donation-names.ts';
import type { AnswerValues } from './answers.ts';
import type { Answers } from './assess-eligibility.ts';
import { type ChoiceOf, type ChoiceQuestion, choiceQuestions } from './questions.ts';
import { siteWaits } from './rules.ts';

export type AnswersForm = UseFormReturn<AnswerValues, unknown, Answers>;

type Props = { form: AnswersForm; name: ChoiceQuestion };

const choiceClass = [
  'flex min-h-12 cursor-pointer items-center gap-3 rounded-small border-[1.5px] border-control px-4 py-2 transition-[border-color]',
  'hover:border-ink-soft has-checked:border-red-ink has-checked:bg-red-soft [[data-invalid]_&]:border-error',
].join(' ');

/** Renders a question with radio buttons, and a date field below if the selected choice needs a day. */
export function ChoiceField({ form, name }: Props) {
  const errorId = useId();
  const { errors } = useFormState({ control: form.control });
  const chosen = useWatch({ control: form.control, name: `${name}.choice` });
  const { question, day, choices } = questionMessages[name];
  const { choices: order, datedChoice } = choiceQuestions[name];
  const error = errors[name]?.choice?.message;
  const texts: Record<string, string> = choices;

  return (
    <fieldset
      data-invalid={error ? '' : undefined}
      aria-describedby={error ? errorId : undefined}
      className="grid gap-2"
    >
      <legend className="mb-2 font-semibold">{question}</legend>
      <div className="flex flex-wrap gap-2">
        {order.map((choice) => (
          <label key={choice} className={choiceClass}>
            <input type="radio" className="bb-choice" value={choice} {...form.register(`${name}.choice`)} />
            {texts[choice]}
          </label>
        ))}
      </div>
      {day && chosen === datedChoice && <DayField form={form} name={name as DatedQuestion} label={day} />}
      {name === 'donation' && chosen === datedChoice && <GivenFields form={form} />}
      <p id={errorId} className="bb-error" aria-live="polite">
        {error}
      </p>
    </fieldset>
  );
}

type DatedQuestion = Exclude<ChoiceQuestion, 'travel'>;
type DayProps = { form: AnswersForm; name: DatedQuestion; label: string };

function DayField({ form, name, label }: DayProps) {
  const { errors } = useFormState({ control: form.control });
  return (
    <Field label={label} error={errors[name]?.day?.message}>
      {(aria) => (
        <input
          {...aria}
          {...form.register(`${name}.day`)}
          type="date"
          max={siteToday()}
          className="bb-input max-w-64"
        />
      )}
    </Field>
  );
}

/** Asks what was given and by whom, if the site has a wait for each. */
function GivenFields({ form }: { form: AnswersForm }) {
  const { errors } = useFormState({ control: form.control });
  const waits = siteWaits();
  if (!waits) return null;
  const kinds = donationKinds.filter((kind) => waits[kind]);
  return (
    <div className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
      <SelectField
        label={t`What did you give?`}
        error={errors.donation?.given?.message}
        {...form.register('donation.given')}
      >
        <option value="">{t`Choose`}</option>
        {kinds.map((kind) => (
          <option key={kind} value={kind}>
            {donationNames[kind]}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={t`For the waiting time, you are`}
        error={errors.donation?.sex?.message}
        {...form.register('donation.sex')}
      >
        <option value="">{t`Choose`}</option>
        <option value="women">{t`a woman`}</option>
        <option value="men">{t`a man`}</option>
      </SelectField>
    </div>
  );
}

type QuestionMessages<Question extends ChoiceQuestion> = {
  question: string;
  /** The label of the date field of the dated choice. */
  day?: string;
  choices: Record<ChoiceOf<Question>, string>;
};

const questionMessages: { [Question in ChoiceQuestion]: QuestionMessages<Question> } = {
  donation: {
    question: t`Have you given blood before?`,
    day: t`When was the last time?`,
    choices: { never: t`No, never`, before: t`Yes` },
  },
  illness: {
    question: t`Have you been ill recently?`,
    day: t`When did you recover?`,
    choices: {
      none: t`No, I am well`,
      now: t`I do not feel well today`,
      over: t`I had a cold, a fever or another infection and have recovered`,
      serious: t`A more serious or long-term illness, such as dengue, malaria, typhoid, jaundice, tuberculosis, diabetes or heart disease`,
    },
  },
  travel: {
    question: t`In the last 12 months, have you been to another country or an area where malaria is common?`,
    choices: { no: t`No`, yes: t`Yes` },
  },
  medicine: {
    question: t`Are you taking any medicines?`,
    day: t`When did you take the last dose?`,
    choices: {
      none: t`No`,
      antibiotic: t`Yes, an antibiotic`,
      over: t`Not now, but I have finished an antibiotic`,
      other: t`Yes, another medicine or several`,
    },
  },
  pregnancy: {
    question: t`Are you pregnant, or were you recently?`,
    day: t`When did the pregnancy end?`,
    choices: {
      no: t`No, or does not apply to me`,
      now: t`I am pregnant`,
      over: t`I was pregnant`,
      breastfeeding: t`I am breastfeeding`,
    },
  },
};
