import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useForm, useFormState } from 'react-hook-form';
import { siteToday } from '#web/api/site-today.ts';
import { useIsInHtml } from '#web/browser/use-hydrated.ts';
import { Button } from '#web/components/button.tsx';
import { Field } from '#web/components/field.tsx';
import { RequestLink } from '#web/components/request-link.tsx';
import { schemaResolver } from '#web/components/schema-resolver.ts';
import { formatDay } from '#web/i18n/days.ts';
import { type AnswerValues, answersSchema, emptyAnswers } from './answers.ts';
import {
  type Answers,
  assessEligibility,
  combineFindings,
  type Finding,
  type Verdict,
} from './assess-eligibility.ts';
import { type AnswersForm, ChoiceField } from './choice-field.tsx';
import { findingTexts, verdictTitle } from './finding-messages.ts';
import { choiceNames, type NumberQuestion } from './questions.ts';
import { siteRules, siteWaits } from './rules.ts';
import { clearAnswers, loadAnswers, onAnswersCleared, saveAnswers } from './saved-answers.ts';

export default function Questionnaire() {
  const [clearCount, setClearCount] = useState(0);
  useEffect(() => onAnswersCleared(() => setClearCount((count) => count + 1)), []);
  // The key remounts the form without any answers.
  return <Questions key={clearCount} isCleared={clearCount > 0} />;
}

type QuestionsProps = {
  /** Whether the form had answers before. */
  isCleared: boolean;
};

/**
 * Shows the form and its result. The answers stay in the memory of the page and are neither sent nor stored.
 */
function Questions({ isCleared }: QuestionsProps) {
  const element = useRef<HTMLFormElement>(null);
  const [saved] = useState(loadAnswers);
  const [schema] = useState(() => answersSchema(siteToday, siteWaits()));
  const form: AnswersForm = useForm<AnswerValues, unknown, Answers>({
    resolver: schemaResolver(schema),
    // Default values would replace what was entered before hydration.
    defaultValues: saved?.values ?? (isCleared ? emptyAnswers : undefined),
    mode: 'onSubmit',
    reValidateMode: 'onChange',
  });
  const [result, setResult] = useState<{ number: number; findings: Finding[] } | undefined>(
    saved?.findings && { number: 0, findings: saved.findings },
  );
  const submit = form.handleSubmit((answers) => {
    const findings = assessEligibility(answers, siteToday(), siteRules());
    saveAnswers({ values: form.getValues(), findings });
    setResult(({ number } = { number: 0, findings: [] }) => ({ number: number + 1, findings }));
  });
  // The result is outdated once an answer has changed.
  const onChange = () => {
    saveAnswers({ values: form.getValues() });
    setResult(undefined);
  };

  const isInHtml = useIsInHtml();
  useEffect(() => {
    // Show the fields that belong to choices made before hydration.
    if (isInHtml) form.reset(form.getValues(), { keepFieldsRef: true });
  }, [form, isInHtml]);

  useEffect(() => {
    if (isCleared) form.setFocus('age');
  }, [isCleared, form]);

  useLayoutEffect(() => {
    // The scroll position that the browser restored belongs to a page with answers and their result.
    const isBelow = (element.current?.getBoundingClientRect().top ?? 0) < 0;
    if (!saved && isBelow && isReopened()) element.current?.scrollIntoView({ behavior: 'instant' });
  }, [saved]);

  return (
    <>
      <form
        ref={element}
        onSubmit={(event) => void submit(event)}
        onChange={onChange}
        // Without scripts, the default method would send the answers in the address, which is logged.
        method="post"
        noValidate
        autoComplete="off"
        className="grid gap-6 noscript:hidden"
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
        {result && <Result key={result.number} findings={result.findings} isNew={result.number > 0} />}
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

/** Whether this document was reloaded, or opened again by Back or Forward. */
const isReopened = (): boolean =>
  performance
    .getEntriesByType('navigation')
    .some((entry) => 'type' in entry && (entry.type === 'reload' || entry.type === 'back_forward'));

type Props = {
  findings: Finding[];
  /** Whether the answers were submitted just now. */
  isNew: boolean;
};

const resultClass = [
  'mt-8 grid scroll-mt-[calc(var(--bar)+1rem)] scroll-mb-4 gap-4 rounded-medium p-6',
  'bg-warn-soft data-[kind=yes]:bg-good-soft',
].join(' ');

/**
 * Shows the verdict with its reasons. The verdict is only a hint, because an appointment can be requested in
 * any case.
 */
function Result({ findings, isNew }: Props) {
  const box = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const verdict = combineFindings(findings);

  useEffect(() => {
    if (!isNew) return;
    heading.current?.focus({ preventScroll: true });
    box.current?.scrollIntoView({ block: 'nearest' });
  }, [isNew]);

  return (
    <section ref={box} aria-labelledby="hint" className={resultClass} data-kind={verdict.kind}>
      <h2 id="hint" ref={heading} tabIndex={-1} className="text-heading">
        {verdictTitle(verdict)}
      </h2>
      {findings.length > 0 && (
        <ul className="grid list-disc gap-2 ps-5">
          {findings.map(({ rule }) => (
            <li key={rule}>{findingTexts()[rule]}</li>
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
        <Button variant="text" onClick={clearAnswers}>
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
