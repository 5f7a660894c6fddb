import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import * as z from 'zod/mini';
import { loadIdentityClient } from '#web/auth/auth-provider.tsx';
import type { Enrollment } from '#web/auth/mfa-methods.ts';
import { Button } from '#web/components/button.tsx';
import { TextField } from '#web/components/field.tsx';
import { FormError, useFormAction } from '#web/components/form-error.tsx';
import { useFields } from '#web/components/use-fields.ts';
import { type AddingProps, EnrollmentCode } from './enrollment-code.tsx';
import { useRetryAfterSignIn } from './retry-after-sign-in.tsx';

/** As people here write their numbers too: 01712 345678 is +880 1712 345678. */
const Phone = z
  .pipe(
    z.string(),
    z.transform((typed: string) => typed.replaceAll(/[\s()-]/g, '').replace(/^0(?=1\d{9}$)/, '+880')),
  )
  .check(z.regex(/^\+\d{6,15}$/, t`Begin with + and the country code`));

export function AddPhone({ onDone, onCancel }: AddingProps) {
  const recently = useRetryAfterSignIn();
  const [sent, setSent] = useState<Enrollment & { phone: string }>();
  const { failure, attempt } = useFormAction();
  const { form, field, isSubmitting } = useFields(z.object({ phone: Phone }), {
    defaultValues: { phone: '' },
  });

  const submit = form.handleSubmit(({ phone }) =>
    attempt(async () => {
      const { factors } = await loadIdentityClient();
      setSent({ ...(await recently(() => factors.addPhone(phone))), phone });
    }),
  );

  if (sent) {
    const { phone } = sent;
    const hint = t`The six digits that we sent to ${phone}`;
    return <EnrollmentCode enrolment={sent} hint={hint} onDone={onDone} onCancel={onCancel} />;
  }
  return (
    <form onSubmit={submit} noValidate className="grid max-w-sm gap-4">
      <TextField
        {...field('phone')}
        label={t`Phone number`}
        hint={t`For example +880 1712 345678. Anyone who takes over your number receives your codes, so an app is safer.`}
        type="tel"
        autoComplete="tel"
      />
      <FormError text={failure} />
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
