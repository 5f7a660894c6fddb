import { Trans } from '@lingui/react/macro';
import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { Button } from './button.tsx';

/**
 * As React's `lazy`, for a part of a page. Where its script does not come, `instead` stands in its place and the page
 * around it stays.
 */
export function lazyComponent<Props extends object>(
  fetch: () => Promise<{ default: ComponentType<Props> }>,
  instead: ComponentType = ChunkLoadError,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(() => fetch().catch(() => ({ default: instead as ComponentType<Props> })));
}

/** Stands where a part of the page should be whose script did not come. `framed`: it is in a frame of its own already. */
export function ChunkLoadError({ framed = false }: { framed?: boolean }) {
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
