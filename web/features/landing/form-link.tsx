import type { MouseEvent, ReactNode } from 'react';
import { LinkButton } from '#web/ui/button.tsx';
import { goToField } from './go-to-field.ts';

type Props = {
  /** The field that gets the cursor. */
  field: 'name' | 'opinion';
  look?: 'primary' | 'quiet';
  size?: 'normal' | 'large';
  className?: string;
  children: ReactNode;
};

/** Brings the appointment form into view and puts the cursor into a field; without scripts a link to the form. */
export function FormLink({ field, ...rest }: Props) {
  const go = (event: MouseEvent) => {
    const section = document.getElementById('request-appointment');
    if (!section || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    goToField(section, () => section.querySelector<HTMLElement>(`[name="${field}"]`));
  };
  return <LinkButton to="#request-appointment" onClick={go} {...rest} />;
}
