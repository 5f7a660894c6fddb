import { t } from '@lingui/core/macro';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { Field } from '#web/ui/field.tsx';

type Props = { control: UseFormRegisterReturn; error: string | undefined };

export function NameField({ control, error }: Props) {
  return (
    <Field label={t`Name`} error={error}>
      {(aria) => <input {...aria} {...control} type="text" autoComplete="name" className="bb-input" />}
    </Field>
  );
}

export function EmailField({ control, error }: Props) {
  return (
    <Field label={t`Email`} error={error}>
      {(aria) => <input {...aria} {...control} type="email" autoComplete="email" className="bb-input" />}
    </Field>
  );
}

type PasswordProps = Props & { autoComplete: 'current-password' | 'new-password'; label?: string };

export function PasswordField({ control, error, autoComplete, label = t`Password` }: PasswordProps) {
  return (
    <Field label={label} error={error}>
      {(aria) => (
        <input {...aria} {...control} type="password" autoComplete={autoComplete} className="bb-input" />
      )}
    </Field>
  );
}
