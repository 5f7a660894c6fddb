import { Trans } from '@lingui/react/macro';
import { Button } from './button.tsx';

/** Stands where a part of the page should be whose script did not come. `framed`: it is in a frame of its own already. */
export function LostPart({ framed = false }: { framed?: boolean }) {
  const frame = framed ? '' : 'bb-card p-6';
  return (
    <div role="alert" className={`mx-auto grid max-w-2xl justify-items-start gap-4 text-start ${frame}`}>
      <p>
        <Trans>This part of the page did not load. Check your connection, then load the page again.</Trans>
      </p>
      <Button onClick={() => location.reload()}>
        <Trans>Load the page again</Trans>
      </Button>
    </div>
  );
}
