import { t } from '@lingui/core/macro';
import { useEffect, useState } from 'react';
import * as z from 'zod/mini';
import { normalizePhone, toE164 } from '#contract/phone.ts';
import { loadIdentityClient } from '#web/auth/auth-provider.tsx';
import type { Enrollment } from '#web/auth/identity.ts';
import { ActionForm } from '#web/components/action-form.tsx';
import { TextField } from '#web/components/field.tsx';
import { focusFirstField } from '#web/components/focus-on-mount.ts';
import { useFields } from '#web/components/use-fields.ts';
import { type AddMethodProps, CancelButton, EnrollmentCode } from './enrollment-code.tsx';
import { useRetryAfterSignIn } from './retry-after-sign-in.tsx';

/** Numbers of this country may omit the country code. Those of other countries begin with +. */
const Phone = z
  .pipe(
    z.string(),
    z.transform((typed: string) => toE164(normalizePhone(typed)) ?? normalizePhone(typed)),
  )
  .check(z.regex(/^\+\d{6,15}$/, t`Start with + and the country code`));

export function AddPhone({ onDone, onCancel }: AddMethodProps) {
  const retryAfterSignIn = useRetryAfterSignIn();
  const [sent, setSent] = useState<Enrollment & { phone: string }>();
  const { form, field } = useFields(z.object({ phone: Phone }), { defaultValues: { phone: '' } });

  // biome-ignore lint/correctness/useExhaustiveDependencies: the code's field follows the phone's
  useEffect(focusFirstField, [sent]);

  async function send({ phone }: { phone: string }) {
    const { factors } = await loadIdentityClient();
    setSent({ ...(await retryAfterSignIn(() => factors.addPhone(phone))), phone });
  }

  if (sent) {
    const { phone } = sent;
    const hint = t`The 6-digit code that we sent to ${phone}`;
    return <EnrollmentCode enrollment={sent} hint={hint} onDone={onDone} onCancel={onCancel} />;
  }
  return (
    <div className="max-w-sm">
      <ActionForm
        form={form}
        onSubmit={send}
        submitLabel={t`Send code`}
        others={<CancelButton onClick={onCancel} />}
      >
        <TextField
          {...field('phone')}
          label={t`Phone number`}
          hint={t`For example +880 1712 345678. Anyone who takes over your number receives your codes, so an app is safer.`}
          type="tel"
          autoComplete="tel"
          data-first-focus
        />
      </ActionForm>
    </div>
  );
}
