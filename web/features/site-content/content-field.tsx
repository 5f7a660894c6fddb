import { t } from '@lingui/core/macro';
import '#web/components/choices.css';
import type { ChangeEvent } from 'react';
import { Field } from '#web/components/field.tsx';
import { formatNumber } from '#web/i18n/numbers.ts';
import { AccentField } from './accent-field.tsx';
import type { ContentField } from './fields.ts';
import { PictureField } from './picture-field.tsx';

type Props = {
  field: ContentField;
  /** The path of the value, with the language of a text. */
  path: string;
  label: string;
  language: string | undefined;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
};

const inputAttributes = {
  line: {},
  day: { type: 'date' },
  number: { type: 'number', min: 0, step: 1, inputMode: 'numeric' },
  amount: { type: 'number', min: 0, step: 'any', inputMode: 'decimal' },
  address: { type: 'url', inputMode: 'url', spellCheck: false },
  email: { type: 'email', inputMode: 'email', spellCheck: false },
  phone: { type: 'tel', inputMode: 'tel' },
} as const;

export function ContentFieldInput({ field, path, label, language, value, error, onChange }: Props) {
  const { type, choices = [], rows = 4, hint, minSide } = field;
  const own = { name: path, label, hint, value, error, onChange };
  if (type === 'picture') return <PictureField {...own} minSide={minSide} />;
  if (type === 'color') return <AccentField {...own} />;
  const common = {
    name: path,
    value,
    autoComplete: 'off',
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>) =>
      onChange(target.value),
    ...(language && { lang: language, dir: 'auto' }),
  };
  return (
    <Field label={label} hint={hintOf(field, value)} error={error}>
      {(aria) =>
        type === 'choice' ? (
          <select {...aria} {...common} className="bb-input bb-select">
            {choices.map(([choice, text]) => (
              <option key={choice} value={choice}>
                {text}
              </option>
            ))}
          </select>
        ) : type === 'paragraphs' ? (
          <textarea {...aria} {...common} className="bb-input" rows={rows} />
        ) : (
          <input {...aria} {...common} {...inputAttributes[type]} className="bb-input" />
        )
      }
    </Field>
  );
}

/** Adds the length of a text that is close to the limit. */
function hintOf({ hint, limit = Number.POSITIVE_INFINITY }: ContentField, value: string): string | undefined {
  if (value.length <= 0.8 * limit) return hint;
  const [length, max] = [formatNumber(value.length), formatNumber(limit)];
  return [hint, t`${length} of ${max} characters`].filter(Boolean).join(' ');
}
