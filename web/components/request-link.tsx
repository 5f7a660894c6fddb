import type { ComponentProps, MouseEvent } from 'react';
import { LinkButton } from '#web/components/button.tsx';
import { type Prefill, publishPrefill } from './form-prefill.ts';

type Props = Omit<ComponentProps<typeof LinkButton>, 'to' | 'onClick'> & { prefill?: Prefill };

/** Renders a link that opens the appointment form and prefills it. */
export function RequestLink({ prefill, ...rest }: Props) {
  const publish = (event: MouseEvent) => {
    // With a modifier key the link opens in another tab, which does not share this tab's memory.
    if (prefill && !event.ctrlKey && !event.metaKey && !event.shiftKey) publishPrefill(prefill);
  };
  return <LinkButton to="/#request-appointment" onClick={publish} {...rest} />;
}
