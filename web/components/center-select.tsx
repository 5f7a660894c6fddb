import { t } from '@lingui/core/macro';
import type { ComponentProps } from 'react';
import { SelectField } from './select-field.tsx';

type Props = ComponentProps<'select'> & {
  hint?: string | undefined;
  centers: readonly { _id: string; name: string }[];
};

/** Renders a select of donation centers after the options in `children`. */
export const CenterSelect = ({ centers, children, ...select }: Props) => (
  <SelectField label={t`Center`} {...select}>
    {children}
    {centers.map(({ _id, name }) => (
      <option key={_id} value={_id}>
        {name}
      </option>
    ))}
  </SelectField>
);
