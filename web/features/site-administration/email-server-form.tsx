import { t } from '@lingui/core/macro';
import * as z from 'zod/mini';
import type { ResponseOf } from '#contract/endpoint.ts';
import { EmailServer, emailEncryptions, type getSettings, setEmailServer } from '#contract/staff-settings.ts';
import { call } from '#web/api/client.ts';
import { ApiError } from '#web/api/errors.ts';
import { ActionForm } from '#web/components/action-form.tsx';
import { TextField } from '#web/components/field.tsx';
import { SelectField } from '#web/components/select-field.tsx';
import { useFields } from '#web/components/use-fields.ts';
import { staffErrorText } from '../staff/error-texts.ts';

type Email = ResponseOf<typeof getSettings>['email'];
type Props = { email: Email; onSave: (action: () => Promise<string>) => Promise<void> };

const optionalText = z.pipe(
  z.optional(z.string()),
  z.transform((text?: string) => text || undefined),
);

/** The contract's schema for text fields. It makes the port a number, and omits an empty user or password. */
const FormFields = z.extend(EmailServer, {
  port: z.pipe(z.string(), z.pipe(z.transform(Number), EmailServer.shape.port)),
  user: optionalText,
  password: optionalText,
});

const encryptionNames: Record<(typeof emailEncryptions)[number], string> = {
  tls: t`TLS (often port 465)`,
  starttls: t`STARTTLS (often port 587)`,
  none: t`None (own network only)`,
};

/** Translations of the contract's and the server's messages, here because donor pages do not need them. */
const fieldTexts: Record<string, string> = {
  'Enter the name of the email server': t`Enter the name of the email server`,
  'Enter a name with at most 253 characters': t`Enter a name with at most 253 characters`,
  'Enter a name such as smtp.example.org, without https:// and port': t`Enter a name such as smtp.example.org, without https:// and port`,
  'Enter a port number': t`Enter a port number`,
  'Enter a shorter address': t`Enter a shorter address`,
  'Enter an email address': t`Enter an email address`,
  'Enter the password of this account': t`Enter the password of this account`,
  'Choose an encryption. The password would be readable on the way to this server': t`Choose an encryption. The password would be readable on the way to this server`,
};

export function EmailServerForm({ email: { server, hasPassword }, onSave }: Props) {
  const { form, field } = useFields(FormFields, {
    translate: (message) => fieldTexts[message] ?? message,
    defaultValues: {
      host: server?.host ?? '',
      port: String(server?.port ?? 465),
      encryption: server?.encryption ?? 'tls',
      user: server?.user ?? '',
      password: '',
      from: server?.from ?? '',
    },
  });

  const save = (fields: z.infer<typeof FormFields>) =>
    onSave(async () => {
      try {
        await call(setEmailServer, { body: fields });
      } catch (error) {
        showFieldErrors(error);
        throw error;
      }
      form.resetField('password');
      return t`The email server is saved. Send a test email now.`;
    });

  function showFieldErrors(error: unknown): void {
    if (!(error instanceof ApiError)) return;
    for (const [name, message] of Object.entries(error.fields ?? {}))
      form.setError(name as keyof z.infer<typeof FormFields>, { message });
  }

  return (
    <ActionForm form={form} onSubmit={save} submitLabel={t`Save`} toText={staffErrorText}>
      <TextField {...field('host')} label={t`Email server`} hint={t`For example smtp.example.org`} />
      <TextField {...field('port')} label={t`Port`} inputMode="numeric" />
      <SelectField label={t`Encryption`} error={field('encryption').error} {...form.register('encryption')}>
        {emailEncryptions.map((encryption) => (
          <option key={encryption} value={encryption}>
            {encryptionNames[encryption]}
          </option>
        ))}
      </SelectField>
      <TextField {...field('user')} label={t`User name`} autoComplete="off" />
      <TextField
        {...field('password')}
        label={t`Password`}
        type="password"
        autoComplete="new-password"
        hint={hasPassword ? t`Leave this empty to keep the stored password.` : undefined}
      />
      <TextField
        {...field('from')}
        label={t`Address that emails come from`}
        type="email"
        autoComplete="off"
        hint={t`Use an address that your email provider allows for this account.`}
      />
    </ActionForm>
  );
}
