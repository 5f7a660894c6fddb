import { Trans } from '@lingui/react/macro';
import { Button } from '#web/ui/button.tsx';
import { Refusal } from './refusal.tsx';

/** Stands in the place of what could not be fetched: why, and a way to try again. */
export function NotFetched({ why, again }: { why: string; again: () => Promise<unknown> }) {
  return (
    <div className="grid justify-items-start gap-2">
      <Refusal text={why} />
      <Button look="quiet" onClick={() => void again()}>
        <Trans>Try again</Trans>
      </Button>
    </div>
  );
}
