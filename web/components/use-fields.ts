import { type DefaultValues, type FieldValues, type Path, type UseFormProps, useForm } from 'react-hook-form';
import type * as z from 'zod/mini';
import type { FieldProps } from './field.tsx';
import { schemaResolver } from './schema-resolver.ts';

type Options<Input extends FieldValues> = Omit<UseFormProps<Input>, 'resolver' | 'defaultValues'> & {
  defaultValues?: DefaultValues<Input>;
  /** Translates the schema's messages. */
  translate?: (message: string) => string | undefined;
};

/** Creates a form validated by the schema. `field` returns a field's control and error. */
export function useFields<Input extends FieldValues, Output>(
  schema: z.ZodMiniType<Output, Input>,
  { translate = (message) => message, ...options }: Options<Input> = {},
) {
  const form = useForm<Input, unknown, Output>({
    resolver: schemaResolver(schema),
    ...options,
  } as UseFormProps<Input, unknown, Output>);
  const { errors, isSubmitting } = form.formState;
  const field = (name: Path<Input>): FieldProps => {
    const message = errors[name]?.message as string | undefined;
    return { control: form.register(name), error: message && translate(message) };
  };
  return { form, field, isSubmitting };
}
