import { t } from '@lingui/core/macro';
import { useState } from 'react';
import * as z from 'zod/mini';
import { Code } from '#web/auth/credentials.ts';
import { IdentityError } from '#web/auth/identity.ts';
import { factorName, type MfaChallenge, type MfaFactor } from '#web/auth/mfa-methods.ts';
import { Button } from '#web/components/button.tsx';
import { focusOnMount } from '#web/components/focus-on-mount.ts';
import { errorText, FormError, useFormAction } from '#web/components/form-error.tsx';
import { useFields } from '#web/components/use-fields.ts';

import { CodeField } from './account-fields.tsx';

type Props = {
  step: MfaChallenge;
  /** Takes the code; what it throws is told beside the field. */
  onCode: (factorId: string, code: string) => Promise<void>;
  /** This step is over: another password is to be typed, or the same one again. With why, unless it was asked for. */
  onBack: (message?: string) => void;
  back?: string;
};

/** Asks for the code of one of the person's second factors: at sign-in, and at signing in again. */
export function VerificationForm({ step, onCode, onBack, back = t`Back to the password` }: Props) {
  const [factor, setFactor] = useState<MfaFactor | undefined>(step.factors[0]);
  const [sentTo, setSentTo] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const { form, field, isSubmitting } = useFields(z.object({ code: Code }), { defaultValues: { code: '' } });
  const ready = factor?.kind === 'app' || (factor !== undefined && sentTo === factor.id);

  function tell(error: unknown): void {
    if (error instanceof IdentityError && error.code === 'invalid-multi-factor-session')
      onBack(error.message);
    else setFailure(errorText(error));
  }

  function choose(chosen: MfaFactor): void {
    setFactor(chosen);
    setFailure(undefined);
    form.reset();
  }

  async function send(): Promise<void> {
    setFailure(undefined);
    try {
      await step.sendCode(factor?.id ?? '');
      setSentTo(factor?.id);
    } catch (error) {
      tell(error);
    }
  }

  const submit = form.handleSubmit(async ({ code }) => {
    setFailure(undefined);
    try {
      await onCode(factor?.id ?? '', code);
    } catch (error) {
      tell(error);
      form.setFocus('code');
      form.reset();
    }
  });

  return (
    <form onSubmit={submit} noValidate method="post" className="grid gap-4">
      <h2 ref={focusOnMount} tabIndex={-1} className="text-xl" data-first-focus>
        {t`Verification`}
      </h2>
      {step.factors.length > 1 && <FactorChoice factors={step.factors} chosen={factor} onChoose={choose} />}
      {factor?.kind === 'phone' && (
        <SendCode key={factor.id} factor={factor} sent={ready} failed={failure !== undefined} onSend={send} />
      )}
      {factor?.kind === 'app' && (
        <p>{t`Open your authenticator app. It shows six digits for Blood Buddies, new ones every 30 seconds.`}</p>
      )}
      {ready && <CodeField {...field('code')} />}
      <FormError text={failure} />
      {ready && (
        <Button type="submit" busy={isSubmitting}>
          {t`Confirm`}
        </Button>
      )}
      <button type="button" className="bb-text-link justify-self-start" onClick={() => onBack()}>
        {back}
      </button>
    </form>
  );
}

type ChoiceProps = {
  factors: MfaFactor[];
  chosen: MfaFactor | undefined;
  onChoose: (factor: MfaFactor) => void;
};

/** Which of several second factors the code comes from. */
function FactorChoice({ factors, chosen, onChoose }: ChoiceProps) {
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1 font-semibold">{t`How do you want to get your code?`}</legend>
      {factors.map((factor) => (
        <label key={factor.id} className="flex min-h-10 items-center gap-3">
          <input
            type="radio"
            name="factor"
            className="size-5 accent-red"
            checked={factor.id === chosen?.id}
            onChange={() => onChoose(factor)}
          />
          {factorName(factor)}
        </label>
      ))}
    </fieldset>
  );
}

type SendProps = { factor: MfaFactor; sent: boolean; failed: boolean; onSend: () => Promise<void> };

/** Has a code texted, and says where it went. Not by itself: each text costs, and may find the phone elsewhere. */
function SendCode({ factor, sent, failed, onSend }: SendProps) {
  const { busy, attempt } = useFormAction();
  const name = factorName(factor).toLowerCase();

  return (
    <div className="grid justify-items-start gap-2">
      <p role="status">
        {sent
          ? t`We sent a six-digit code to your ${name}. The code expires in 10 minutes.`
          : t`We'll text a six-digit code to your ${name}.`}
      </p>
      <Button look={sent ? 'quiet' : 'primary'} busy={busy} onClick={() => void attempt(onSend)}>
        {sent ? t`Send again` : failed ? t`Try again` : t`Send code`}
      </Button>
    </div>
  );
}
