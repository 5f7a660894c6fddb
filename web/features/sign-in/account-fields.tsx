import { t } from '@lingui/core/macro';
import { type FieldProps, TextField } from '#web/components/field.tsx';

export const NameField = (field: FieldProps) => (
  <TextField {...field} label={t`Name`} type="text" autoComplete="name" />
);

export const EmailField = (field: FieldProps) => (
  <TextField {...field} label={t`Email`} type="email" autoComplete="email" />
);

type PasswordProps = FieldProps & { autoComplete: 'current-password' | 'new-password'; label?: string };

export const PasswordField = ({ label = t`Password`, ...rest }: PasswordProps) => (
  <TextField {...rest} label={label} type="password" />
);

/** For a code from a text message or an app. Phones suggest the code above the keyboard. */
export const CodeField = (field: FieldProps & { hint?: string }) => (
  <TextField
    {...field}
    label={t`Code`}
    type="text"
    inputMode="numeric"
    autoComplete="one-time-code"
    className="bb-code"
  />
);
