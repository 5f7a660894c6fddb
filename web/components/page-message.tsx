import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { siteName } from '#web/before-react/page-data.ts';
import { Button, LinkButton } from './button.tsx';
import { focusOnMount } from './focus-on-mount.ts';

type Props = { heading: string; children: ReactNode; onRetry: () => void };

/**
 * Replaces a page that failed to load. Shows the reason, a retry button, and a link to the home page or to
 * the appointments, which also open offline.
 */
export function PageMessage({ heading, children, onRetry }: Props) {
  const isMemberPage = /^\/dashboard\/(?!appointments)/.test(useLocation().pathname);
  return (
    <div className="bb-page bb-section">
      <title>{`${heading} | ${siteName()}`}</title>
      <h1 ref={focusOnMount} tabIndex={-1}>
        {heading}
      </h1>
      <p className="bb-lead mt-4">{children}</p>
      <p className="mt-6 flex flex-wrap gap-3">
        <Button onClick={onRetry}>
          <Trans>Try again</Trans>
        </Button>
        <LinkButton to={isMemberPage ? '/dashboard/appointments' : '/'} variant="outlined">
          {isMemberPage ? t`Go to your appointments` : t`Go to the home page`}
        </LinkButton>
      </p>
    </div>
  );
}
