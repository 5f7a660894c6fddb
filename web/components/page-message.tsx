import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Button, LinkButton } from './button.tsx';
import { focusOnMount } from './focus-on-mount.ts';

type Props = { heading: string; children: ReactNode; onRetry: () => void };

/** Shown in place of a page that failed to load: the reason, and two buttons. */
export function PageMessage({ heading, children, onRetry }: Props) {
  return (
    <div className="bb-page bb-section">
      <title>{`${heading} | Blood Buddies`}</title>
      <h1 ref={focusOnMount} tabIndex={-1}>
        {heading}
      </h1>
      <p className="bb-lead mt-4">{children}</p>
      <p className="mt-6 flex flex-wrap gap-3">
        <Button onClick={onRetry}>
          <Trans>Try again</Trans>
        </Button>
        <LinkButton to="/" variant="outlined">
          <Trans>Go to the home page</Trans>
        </LinkButton>
      </p>
    </div>
  );
}
