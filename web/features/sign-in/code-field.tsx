import { t } from '@lingui/core/macro';
import { type FieldProps, TextField } from '#web/components/field.tsx';

/** Renders a field for a code from a text message or an app. Phones suggest the code above the keyboard. */
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
