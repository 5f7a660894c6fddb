import { Trans } from '@lingui/react/macro';
import { Button } from './button.tsx';

type Props = {
  /** Name of the missing data, at the start of a sentence: 'The photos'. */
  what: string;
  error: Error;
  /** True during a retry. */
  busy: boolean;
  retry: () => void;
};

export function LoadError({ what, error, busy, retry }: Props) {
  return (
    <div role="alert" className="bb-card mx-auto grid max-w-2xl justify-items-start gap-4 p-6 text-start">
      <p>
        <Trans>
          {what} could not be loaded. {error.message}
        </Trans>
      </p>
      <Button onClick={retry} busy={busy}>
        <Trans>Try again</Trans>
      </Button>
    </div>
  );
}
