import { Trans } from '@lingui/react/macro';
import { formatPlainNumber } from '#web/i18n/digits.ts';
import { LinkButton } from './button.tsx';
import { Drawing } from './drawing.tsx';

export function NotFound() {
  return (
    <div className="bb-page bb-section text-center">
      <Drawing priority name="lost" width={480} height={360} className="mx-auto mb-6 w-full max-w-[30rem]" />
      <p className="bb-lead">{formatPlainNumber(404)}</p>
      <h1>
        <Trans>Page not found</Trans>
      </h1>
      <p className="bb-lead mt-4">
        <Trans>Check the address. The page may have moved.</Trans>
      </p>
      <p className="mt-6">
        <LinkButton to="/">
          <Trans>Go to the home page</Trans>
        </LinkButton>
      </p>
    </div>
  );
}
