import type { ComponentProps, ReactNode } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { Button } from './button.tsx';
import { FormError, useFormAction } from './form-error.tsx';
import { UsernameField } from './username-field.tsx';

type Props<Input extends FieldValues, Output> = {
  form: UseFormReturn<Input, unknown, Output>;
  onSubmit: (fields: Output) => Promise<unknown>;
  children: ReactNode;
  submitLabel: string;
  variant?: 'primary' | 'outlined';
  /** Makes the button as wide as the fields. */
  fullWidth?: boolean;
  /** Account name for password managers. */
  username?: string | undefined;
  /** Buttons beside the submit button. */
  others?: ReactNode;
  /** Returns the text of an error. Default: the error's own message. */
  toText?: (error: unknown) => string;
};

/** Renders a form that shows an error of `onSubmit` above its button. */
export function ActionForm<Input extends FieldValues, Output>(props: Props<Input, Output>) {
  const {
    form,
    onSubmit,
    children,
    submitLabel,
    variant = 'primary',
    fullWidth = false,
    username,
    others,
    toText,
  } = props;
  const { failure, attempt } = useFormAction(toText);
  const submit = form.handleSubmit((fields) => attempt(() => onSubmit(fields)));
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      {username !== undefined && <UsernameField value={username} />}
      {children}
      <FormError text={failure} />
      <div className={fullWidth ? 'grid' : 'flex flex-wrap gap-3'}>
        <Button type="submit" variant={variant} isBusy={form.formState.isSubmitting}>
          {submitLabel}
        </Button>
        {others}
      </div>
    </form>
  );
}

type ButtonProps = Omit<ComponentProps<typeof Button>, 'onClick' | 'isBusy'> & {
  onAction: () => Promise<unknown>;
};

/** Renders a button that shows an error of `onAction` above it. */
export function ActionButton({ onAction, ...rest }: ButtonProps) {
  const { failure, isBusy, attempt } = useFormAction();
  return (
    <>
      <FormError text={failure} />
      <Button {...rest} isBusy={isBusy} onClick={() => void attempt(onAction)} />
    </>
  );
}
