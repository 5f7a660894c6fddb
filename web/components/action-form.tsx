import type { ComponentProps, ReactNode } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { Button } from './button.tsx';
import { FormError, useFormAction } from './form-error.tsx';

type Props<Typed extends FieldValues, Checked> = {
  form: UseFormReturn<Typed, unknown, Checked>;
  send: (fields: Checked) => Promise<unknown>;
  children: ReactNode;
  /** What the button says that sends it. */
  button: string;
  look?: 'primary' | 'quiet';
  /** The button is as wide as the fields. */
  wide?: boolean;
  /** Tells password managers whose password is typed. */
  username?: string;
};

/** A form that may be refused; why stands above its button. */
export function ActionForm<Typed extends FieldValues, Checked>(props: Props<Typed, Checked>) {
  const { form, send, children, button, look = 'primary', wide = false, username } = props;
  const { failure, attempt } = useFormAction();
  const submit = form.handleSubmit((fields) => attempt(() => send(fields)));
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      {username !== undefined && (
        <input type="hidden" name="username" value={username} autoComplete="username" />
      )}
      {children}
      <FormError text={failure} />
      <Button
        type="submit"
        look={look}
        busy={form.formState.isSubmitting}
        className={wide ? '' : 'justify-self-start'}
      >
        {button}
      </Button>
    </form>
  );
}

type ButtonProps = Omit<ComponentProps<typeof Button>, 'onClick' | 'busy'> & { act: () => Promise<unknown> };

/** A button for what may be refused; why stands above it. */
export function ActionButton({ act, ...rest }: ButtonProps) {
  const { failure, busy, attempt } = useFormAction();
  return (
    <>
      <FormError text={failure} />
      <Button {...rest} busy={busy} onClick={() => void attempt(act)} />
    </>
  );
}
