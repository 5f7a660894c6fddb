import type { ComponentProps, ReactNode } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { Button } from './button.tsx';
import { FormError, useFormAction } from './form-error.tsx';

type Props<Input extends FieldValues, Output> = {
  form: UseFormReturn<Input, unknown, Output>;
  send: (fields: Output) => Promise<unknown>;
  children: ReactNode;
  /** Text of the submit button. */
  button: string;
  look?: 'primary' | 'quiet';
  /** Makes the button as wide as the fields. */
  wide?: boolean;
  /** Account name for password managers. */
  username?: string;
};

/** Form that shows an error of `send` above its button. */
export function ActionForm<Input extends FieldValues, Output>(props: Props<Input, Output>) {
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

/** Button that shows an error of `act` above it. */
export function ActionButton({ act, ...rest }: ButtonProps) {
  const { failure, busy, attempt } = useFormAction();
  return (
    <>
      <FormError text={failure} />
      <Button {...rest} busy={busy} onClick={() => void attempt(act)} />
    </>
  );
}
