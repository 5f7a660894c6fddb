import { type ComponentProps, type ReactNode, useId } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';

export type ControlProps = {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
};

export type FieldTexts = { label: string; error?: string | undefined; hint?: string | undefined };

type Props = FieldTexts & {
  /**
   * Renders the control: `(control) => <input {...control} {...form.register('name')} className="bb-input"
   * />`.
   */
  children: (control: ControlProps) => ReactNode;
};

/** Renders the label, control, hint and error of a form field, connected for screen readers. */
export function Field({ label, error, hint, children }: Props) {
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const describedBy = [hint && hintId, error && errorId].filter(Boolean).join(' ') || undefined;
  return (
    <div className="bb-field">
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-describedby': describedBy, 'aria-invalid': error ? true : undefined })}
      {hint && (
        <p id={hintId} className="bb-hint">
          {hint}
        </p>
      )}
      {/* Render this always, because screen readers announce only changes of an existing live region. */}
      <p id={errorId} className="bb-error" aria-live="polite">
        {error}
      </p>
    </div>
  );
}

/** Control and error of a field, as `useFields` returns them. */
export type FieldProps = { control: UseFormRegisterReturn; error: string | undefined };

type TextFieldProps = FieldTexts & FieldProps & ComponentProps<'input'>;

/** Field with an `<input>`, which receives all other attributes. */
export function TextField({ label, error, hint, control, className = '', ...input }: TextFieldProps) {
  return (
    <Field label={label} error={error} hint={hint}>
      {(aria) => <input {...aria} {...control} {...input} className={`bb-input ${className}`.trim()} />}
    </Field>
  );
}
