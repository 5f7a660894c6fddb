import { Trans } from '@lingui/react/macro';
import { useHydrated } from '#web/browser/use-hydrated.ts';
import { Button } from './button.tsx';
import { errorText } from './error-text.ts';
import { Spinner } from './spinner.tsx';

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

type RefreshProps = Props & {
  /** Text for screen readers while the list is loading. */
  label: string;
};

/** Shows whether a list that the page contains is being loaded again, in its corner, or why that failed. */
export function RefreshState({ name, label, query }: RefreshProps) {
  const isHydrated = useHydrated();
  if (query.error) return <LoadError name={name} query={query} />;
  if (!isHydrated || !query.isFetching) return null;
  return (
    <span className="absolute top-0 right-0">
      <Spinner size="small" label={label} />
    </span>
  );
}
