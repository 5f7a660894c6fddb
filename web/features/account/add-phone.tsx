import { zodResolver } from '@hookform/resolvers/zod';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import type { Enrolment } from '#web/session/second-factors.ts';
import { openIdentity } from '#web/session/session.tsx';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { EnrolmentCode } from './enrolment-code.tsx';
import { recently } from './recently.ts';
import { Refusal } from './refusal.tsx';
import { useAttempt } from './use-attempt.ts';

/** As people here write their numbers too: 01712 345678 is +880 1712 345678. */
const Phone = z
  .pipe(
    z.string(),
    z.transform((typed: string) => typed.replaceAll(/[\s()-]/g, '').replace(/^0(?=1\d{9}$)/, '+880')),
  )
  .check(z.regex(/^\+\d{6,15}$/, t`Begin with + and the country code`));

type Props = { signInAgain: () => Promise<boolean>; onDone: () => void; onCancel: () => void };

/** Texts a code to a new number and takes it. */
export function AddPhone({ signInAgain, onDone, onCancel }: Props) {
  const [sent, setSent] = useState<Enrolment & { phone: string }>();
  const { failure, attempt } = useAttempt();
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(z.object({ phone: Phone })),
    defaultValues: { phone: '' },
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(({ phone }) =>
    attempt(async () => {
      const { factors } = await openIdentity();
      const begun = await recently(() => factors.addPhone(phone), signInAgain);
      if (begun) setSent({ ...begun, phone });
    }),
  );

  if (sent) {
    const { phone } = sent;
    const hint = t`The six digits that we sent to ${phone}`;
    return <EnrolmentCode enrolment={sent} hint={hint} onDone={onDone} onCancel={onCancel} />;
  }
  return (
    <form onSubmit={submit} noValidate className="grid max-w-sm gap-4">
      <Field
        label={t`Phone number`}
        error={errors.phone?.message}
        hint={t`For example +880 1712 345678. Whoever gets hold of your number gets the codes: an app is safer.`}
      >
        {(aria) => (
          <input {...aria} {...register('phone')} type="tel" autoComplete="tel" className="bb-input" />
        )}
      </Field>
      <Refusal text={failure} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={isSubmitting}>
          <Trans>Send code</Trans>
        </Button>
        <Button look="plain" onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </form>
  );
}
