import { zodResolver } from '@hookform/resolvers/zod';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { changeEmail } from '#web/session/account.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { toast } from '#web/ui/toast.ts';
import { recently } from './recently.ts';
import { Refusal } from './refusal.tsx';
import { EmailFields } from './schema.ts';
import { useAttempt } from './use-attempt.ts';

type Props = { email: string; signInAgain: () => Promise<boolean> };

/** Mails a link to another address, which takes the place of this one once the link is opened. */
export function EmailForm({ email, signInAgain }: Props) {
  const { failure, attempt } = useAttempt();
  const [sentTo, setSentTo] = useState<string>();
  const { register, handleSubmit, reset, formState } = useForm({
    resolver: zodResolver(EmailFields),
    defaultValues: { email: '' },
  });

  const submit = handleSubmit((fields) =>
    attempt(async () => {
      const sent = await recently(() => changeEmail(fields.email).then(() => true), signInAgain);
      if (!sent) return;
      setSentTo(fields.email);
      toast.success(t`A link is on its way to your new address`);
      reset();
    }),
  );

  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <Field
        label={t`New email address`}
        hint={t`We mail a link there. Once you open it, you sign in with the new address.`}
        error={formState.errors.email?.message}
      >
        {(aria) => (
          <input {...aria} {...register('email')} type="email" autoComplete="email" className="bb-input" />
        )}
      </Field>
      <Refusal text={failure} />
      <p role="status">
        {sentTo && t`Open the link that we mailed to ${sentTo}. Until then ${email} stays your address.`}
      </p>
      <Button type="submit" look="quiet" busy={formState.isSubmitting} className="justify-self-start">
        <Trans>Change email</Trans>
      </Button>
    </form>
  );
}
