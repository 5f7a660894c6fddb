import { zodResolver } from '@hookform/resolvers/zod';
import { type DefaultValues, type FieldValues, type Path, type UseFormProps, useForm } from 'react-hook-form';
import type * as z from 'zod/mini';
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
