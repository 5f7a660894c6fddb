import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { useForm, useFormState } from 'react-hook-form';
import { Button } from '#web/components/button.tsx';
import { Field } from '#web/components/field.tsx';
import { schemaResolver } from '#web/components/schema-resolver.ts';
import { RequestLink } from '#web/features/appointments/request-link.tsx';
import { formatDay, siteToday } from '#web/i18n/days.ts';
import { type AnswerValues, answersSchema, emptyAnswers } from './answers.ts';
import {
  type Answers,
  assessEligibility,
  type Finding,
  summarize,
  type Verdict,
} from './assess-eligibility.ts';
import { type AnswersForm, ChoiceField } from './choice-field.tsx';
import { findingTexts, verdictTitle } from './finding-messages.ts';
import { choiceNames, type NumberQuestion } from './questions.ts';
import { rules } from './rules.ts';

const schema = answersSchema();

export default function Questionnaire() {
  const [resetCount, setResetCount] = useState(0);
  // The key remounts the form without any answers.
  return (
    <Questions key={resetCount} isReset={resetCount > 0} onClear={() => setResetCount(resetCount + 1)} />
  );
}

type QuestionsProps = {
  /** Whether the user has cleared the answers. */ isReset: boolean;
  onClear: () => void;
};

/** The form and its result. The answers exist only in this component; they are not sent or stored. */
function Questions({ isReset, onClear }: QuestionsProps) {
  const form: AnswersForm = useForm<AnswerValues, unknown, Answers>({
    resolver: schemaResolver(schema),
    defaultValues: emptyAnswers,
    mode: 'onSubmit',
    reValidateMode: 'onChange',
  });
  const [result, setResult] = useState<{ number: number; findings: Finding[] }>();
  const submit = form.handleSubmit((answers) =>
    setResult(({ number } = { number: 0, findings: [] }) => ({
      number: number + 1,
      findings: assessEligibility(answers, siteToday(), rules),
    })),
  );

  useEffect(() => {
    if (isReset) form.setFocus('age');
  }, [isReset, form]);

  return (
    <>
      <form
        onSubmit={(event) => void submit(event)}
        // The result is outdated once an answer has changed.
        onChange={() => setResult(undefined)}
        noValidate
        autoComplete="off"
        className="grid gap-6"
      >
        <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
          <NumberField form={form} name="age" label={t`Your age`} hint={t`In years`} />
          <NumberField form={form} name="weight" label={t`Your weight`} hint={t`In kilograms`} />
        </div>
        {choiceNames.map((name) => (
          <ChoiceField key={name} form={form} name={name} />
        ))}
        <Button type="submit" size="large" className="justify-self-start">
          <Trans>See the result</Trans>
        </Button>
      </form>
      <div aria-live="polite">
        {result && <Result key={result.number} findings={result.findings} onClear={onClear} />}
      </div>
    </>
  );
}

type NumberProps = { form: AnswersForm; name: NumberQuestion; label: string; hint: string };

function NumberField({ form, name, label, hint }: NumberProps) {
  const { errors } = useFormState({ control: form.control });
  return (
    <Field label={label} hint={hint} error={errors[name]?.message}>
      {(aria) => <input {...aria} {...form.register(name)} inputMode="decimal" className="bb-input" />}
    </Field>
  );
}

type Props = { findings: Finding[]; onClear: () => void };

const resultClass = [
  'mt-8 grid scroll-mt-[calc(var(--bar)+1rem)] scroll-mb-4 gap-4 rounded-medium p-6',
  'bg-warn-soft data-[kind=yes]:bg-good-soft',
].join(' ');

/** The verdict with its reasons. It is only a hint: an appointment can be requested in any case. */
function Result({ findings, onClear }: Props) {
  const box = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const verdict = summarize(findings);

  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    box.current?.scrollIntoView({ block: 'nearest' });
  }, []);

  return (
    <section ref={box} aria-labelledby="hint" className={resultClass} data-kind={verdict.kind}>
      <h2 id="hint" ref={heading} tabIndex={-1} className="text-heading">
        {verdictTitle(verdict)}
      </h2>
      {findings.length > 0 && (
        <ul className="grid list-disc gap-2 ps-5">
          {findings.map(({ rule }) => (
            <li key={rule}>{findingTexts[rule]}</li>
          ))}
        </ul>
      )}
      <p>
        <Trans>
          This is only a guide. On the day, the center checks your health, asks about operations, tattoos and
          vaccinations, and decides.
        </Trans>
      </p>
      <div className="flex flex-wrap gap-3">
        <RequestAppointment verdict={verdict} />
        <Button variant="text" onClick={onClear}>
          <Trans>Clear my answers</Trans>
        </Button>
      </div>
    </section>
  );
}

function RequestAppointment({ verdict }: { verdict: Verdict }) {
  const until = verdict.kind === 'wait' ? verdict.until : undefined;
  if (!until)
    return (
      <RequestLink variant={verdict.kind === 'yes' ? 'primary' : 'outlined'}>
        <Trans>Request an appointment</Trans>
      </RequestLink>
    );
  const day = formatDay(until);
  return (
    <RequestLink prefill={{ date: until, note: t`We filled in the date: ${day}.` }}>
      <Trans>Request an appointment from {day}</Trans>
    </RequestLink>
  );
}
