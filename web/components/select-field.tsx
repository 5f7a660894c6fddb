import type { ComponentProps } from 'react';
import { Field, type FieldTexts } from './field.tsx';

type SelectFieldProps = FieldTexts & ComponentProps<'select'>;

/** Field with a `<select>`, which receives the options and all other attributes. */
export function SelectField({ label, error, hint, className = '', ...select }: SelectFieldProps) {
  return (
    <Field label={label} error={error} hint={hint}>
      {(aria) => <select {...aria} {...select} className={`bb-input bb-select ${className}`.trim()} />}
    </Field>
  );
}
