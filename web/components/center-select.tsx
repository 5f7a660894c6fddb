import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { Field } from './field.tsx';

type Props = {
  centers: readonly { _id: string; name: string }[];
  centerId: string;
  onChange: (centerId: string) => void;
  className?: string;
  /** Options before the centers. */
  children?: ReactNode;
};

/** A select of donation centers. */
export const CenterSelect = ({ centers, centerId, onChange, className = '', children }: Props) => (
  <Field label={t`Center`}>
    {(aria) => (
      <select
        {...aria}
        className={`bb-input bb-select ${className}`.trim()}
        value={centerId}
        onChange={({ target }) => onChange(target.value)}
      >
        {children}
        {centers.map(({ _id, name }) => (
          <option key={_id} value={_id}>
            {name}
          </option>
        ))}
      </select>
    )}
  </Field>
);
