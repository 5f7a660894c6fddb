import { Trans } from '@lingui/react/macro';
import { Button } from './button.tsx';
import { errorText } from './error-text.ts';

/** The parts of a failed query that an error message uses. `isFetching` is true during a retry. */
export type FailedQuery = { error: Error | null; isFetching: boolean; refetch: () => unknown };

type Props = {
  /** Name of the missing data, at the start of a sentence: 'The photos'. */
  name: string;
  query: FailedQuery;
};

export function LoadError({ name, query }: Props) {
  const reason = errorText(query.error);
  return (
    <div role="alert" className="bb-card mx-auto grid max-w-2xl justify-items-start gap-4 p-6 text-start">
      <p>
        <Trans>
          {name} could not be loaded. {reason}
        </Trans>
      </p>
      <Button onClick={() => void query.refetch()} isBusy={query.isFetching}>
        <Trans>Try again</Trans>
      </Button>
    </div>
  );
}
