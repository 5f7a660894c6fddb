import { Trans } from '@lingui/react/macro';
import { Button } from './button.tsx';
import { errorText } from './error-text.ts';

type Props = {
  /** Name of the missing data, at the start of a sentence: 'The photos'. */
  name: string;
  error: Error;
  /** True during a retry. */
  isBusy: boolean;
  onRetry: () => void;
};

export function LoadError({ name, error, isBusy, onRetry }: Props) {
  const reason = errorText(error);
  return (
    <div role="alert" className="bb-card mx-auto grid max-w-2xl justify-items-start gap-4 p-6 text-start">
      <p>
        <Trans>
          {name} could not be loaded. {reason}
        </Trans>
      </p>
      <Button onClick={onRetry} isBusy={isBusy}>
        <Trans>Try again</Trans>
      </Button>
    </div>
  );
}
