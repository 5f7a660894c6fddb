import { t } from '@lingui/core/macro';
import { useEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { IdentityError, type MfaChallenge, type MfaFactor } from '#web/auth/identity.ts';
import { factorName } from '#web/auth/mfa-methods.ts';
import { Code } from '#web/auth/verification-code.ts';
import { siteName } from '#web/before-react/page-data.ts';
import '#web/components/choices.css';
import { Button } from '#web/components/button.tsx';
import { errorText } from '#web/components/error-text.ts';
import { FormError, useFormAction } from '#web/components/form-error.tsx';
import { useFields } from '#web/components/use-fields.ts';
import { CodeField } from './code-field.tsx';

type Props = {
  challenge: MfaChallenge;
  /** Submits the code. If it throws, the form shows the error's message. */
  onSubmit: (factorId: string, code: string) => Promise<void>;
  /** Returns to the password form, with an error message if the challenge has expired. */
  onBack: (message?: string) => void;
  backLabel?: string;
};

/** Asks for the code of one of the user's verification methods, at sign-in and at reauthentication. */
export function VerificationForm({
  challenge,
  onSubmit,
  onBack,
  backLabel = t`Back to the password`,
}: Props) {
  const [factor, setFactor] = useState<MfaFactor | undefined>(challenge.factors[0]);
  const [sentTo, setSentTo] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const { form, field, isSubmitting } = useFields(z.object({ code: Code }), { defaultValues: { code: '' } });
  const canEnterCode = factor?.kind === 'app' || (factor !== undefined && sentTo === factor.id);

  function showError(error: unknown): void {
    if (error instanceof IdentityError && error.code === 'invalid-multi-factor-session')
      onBack(error.message);
    else setFailure(errorText(error));
  }

  function select(selected: MfaFactor): void {
    setFactor(selected);
    setFailure(undefined);
    form.reset();
  }

  async function send(): Promise<void> {
    setFailure(undefined);
    try {
      await challenge.sendCode(factor?.id ?? '');
      setSentTo(factor?.id);
    } catch (error) {
      showError(error);
    }
  }

  const heading = useRef<HTMLHeadingElement>(null);
  const firstApp = challenge.factors[0]?.kind === 'app' ? challenge.factors[0].id : undefined;
  const codeOf = sentTo ?? firstApp;
  // This does not run when another method is chosen, because the focus is then in the choice.
  useEffect(() => {
    if (codeOf === undefined) heading.current?.focus();
    else form.setFocus('code');
  }, [codeOf, form]);

  const submit = form.handleSubmit(async ({ code }) => {
    setFailure(undefined);
    try {
      await onSubmit(factor?.id ?? '', code);
    } catch (error) {
      showError(error);
      form.setFocus('code');
      form.reset();
    }
  });

  return (
    <form onSubmit={submit} noValidate method="post" className="grid gap-4">
      {/* The heading has the focus until there is a code to enter. */}
      <h2 ref={heading} tabIndex={-1} className="text-xl">
        {t`Verification`}
      </h2>
      {challenge.factors.length > 1 && (
        <FactorChoice factors={challenge.factors} selected={factor} onSelect={select} />
      )}
      {factor?.kind === 'phone' && (
        <SendCode
          key={factor.id}
          factor={factor}
          isSent={canEnterCode}
          hasFailed={failure !== undefined}
          onSend={send}
        />
      )}
      {factor?.kind === 'app' && (
        <p>{t`Open your authenticator app and enter the 6-digit code for ${{ site: siteName() }}. It changes every 30 seconds.`}</p>
      )}
      {canEnterCode && <CodeField {...field('code')} />}
      <FormError text={failure} />
      {canEnterCode && (
        <Button type="submit" isBusy={isSubmitting}>
          {t`Confirm`}
        </Button>
      )}
      <button type="button" className="bb-text-link justify-self-start" onClick={() => onBack()}>
        {backLabel}
      </button>
    </form>
  );
}

type ChoiceProps = {
  factors: MfaFactor[];
  selected: MfaFactor | undefined;
  onSelect: (factor: MfaFactor) => void;
};

function FactorChoice({ factors, selected, onSelect }: ChoiceProps) {
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1 font-semibold">{t`How do you want to get your code?`}</legend>
      {factors.map((factor) => (
        <label key={factor.id} className="flex min-h-10 items-center gap-3">
          <input
            type="radio"
            name="factor"
            className="bb-choice"
            checked={factor.id === selected?.id}
            onChange={() => onSelect(factor)}
          />
          {factorName(factor)}
        </label>
      ))}
    </fieldset>
  );
}

type SendProps = { factor: MfaFactor; isSent: boolean; hasFailed: boolean; onSend: () => Promise<void> };

/** Texts a code when the button is pressed, never automatically: each text message costs money. */
function SendCode({ factor, isSent, hasFailed, onSend }: SendProps) {
  const { isBusy, attempt } = useFormAction();
  const name = factorName(factor).toLowerCase();

  return (
    <div className="grid justify-items-start gap-2">
      <p role="status">
        {isSent
          ? t`We sent a 6-digit code to your ${name}. The code expires in 10 minutes.`
          : t`We'll text a 6-digit code to your ${name}.`}
      </p>
      <Button variant={isSent ? 'outlined' : 'primary'} isBusy={isBusy} onClick={() => void attempt(onSend)}>
        {isSent ? t`Send again` : hasFailed ? t`Try again` : t`Send code`}
      </Button>
    </div>
  );
}
