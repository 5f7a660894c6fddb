import { zodResolver } from '@hookform/resolvers/zod';
import type { ReactNode } from 'react';
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type UseFormProps,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import type * as z from 'zod/mini';
import { Refusal, useAttempt } from './attempt.tsx';
import { Button } from './button.tsx';
import type { FieldProps } from './field.tsx';

type Options<Typed extends FieldValues> = Omit<UseFormProps<Typed>, 'resolver' | 'defaultValues'> & {
  defaultValues?: DefaultValues<Typed>;
};

/** A form whose fields the schema checks; `field` gives a field's control and what is wrong with it. */
export function useFields<Typed extends FieldValues, Checked>(
  schema: z.ZodMiniType<Checked, Typed>,
  options: Options<Typed> = {},
) {
  const form = useForm<Typed, unknown, Checked>({ resolver: zodResolver(schema), ...options } as UseFormProps<
    Typed,
    unknown,
    Checked
  >);
  const { errors, isSubmitting } = form.formState;
  const field = (name: Path<Typed>): FieldProps => ({
    control: form.register(name),
    error: errors[name]?.message as string | undefined,
  });
  return { form, field, isSubmitting };
}

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
export function AttemptForm<Typed extends FieldValues, Checked>(props: Props<Typed, Checked>) {
  const { form, send, children, button, look = 'primary', wide = false, username } = props;
  const { failure, attempt } = useAttempt();
  const submit = form.handleSubmit((fields) => attempt(() => send(fields)));
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      {username !== undefined && (
        <input type="hidden" name="username" value={username} autoComplete="username" />
      )}
      {children}
      <Refusal text={failure} />
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
