import { t } from '@lingui/core/macro';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { Field } from './field.tsx';

type Props = { control: UseFormRegisterReturn; error: string | undefined; hint?: string };

/** For a code from a text message or an app: telephones offer it above the keyboard. */
export function CodeField({ control, error, hint }: Props) {
  return (
    <Field label={t`Code`} error={error} {...(hint && { hint })}>
      {(aria) => (
        <input
          {...aria}
          {...control}
          type="text"
          inputMode="numeric"
          autoComplete="one-time-code"
          className="bb-input bb-code"
        />
      )}
    </Field>
  );
}
