import { type ReactNode, useId } from 'react';

/** What the control inside a Field must carry. */
export type ControlProps = {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
};

type Props = {
  label: string;
  error?: string | undefined;
  hint?: string;
  /** Draws the control: `(control) => <input {...control} {...form.register('name')} className="bb-input" />`. */
  children: (control: ControlProps) => ReactNode;
};

/** A visible label, its control, and what is wrong with it, wired for screen readers. */
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
      {/* Always there, so that a screen reader hears what is put into it. */}
      <p id={errorId} className="bb-error" aria-live="polite">
        {error}
      </p>
    </div>
  );
}
