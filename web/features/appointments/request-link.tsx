import type { ComponentProps, MouseEvent } from 'react';
import { LinkButton } from '#web/components/button.tsx';
import { type Prefill, publishPrefill } from './form-prefill.ts';

type Props = Omit<ComponentProps<typeof LinkButton>, 'to' | 'onClick'> & { filling?: Prefill };

/** Leads to the appointment form, with something filled in there. */
export function RequestLink({ filling, ...rest }: Props) {
  const fill = (event: MouseEvent) => {
    // Another tab gets nothing of this one's memory.
    if (filling && !event.ctrlKey && !event.metaKey && !event.shiftKey) publishPrefill(filling);
  };
  return <LinkButton to="/#request-appointment" onClick={fill} {...rest} />;
}
