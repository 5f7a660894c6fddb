import { Trans } from '@lingui/react/macro';
import { type ComponentType, type FunctionComponent, type LazyExoticComponent, lazy } from 'react';
import { untilStaying } from '#web/browser/chunk-load-error.ts';
import { Button } from './button.tsx';
import { reloadPage } from './reload-page.ts';

/** Like React's `lazy`, but renders a fallback component if the script cannot be loaded. */
export function lazyComponent<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  fallback: ComponentType<Props> = ChunkLoadErrorMessage as FunctionComponent<object>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(() => load().catch(() => untilStaying().then(() => ({ default: fallback }))));
}

/**
 * Shows an error in place of a section whose script failed to load.
 * @param isInCard whether the container already has a border
 */
export function ChunkLoadErrorMessage({ isInCard = false }: { isInCard?: boolean }) {
  const frame = isInCard ? '' : 'bb-card p-6';
  return (
    <div role="alert" className={`mx-auto grid max-w-2xl justify-items-start gap-4 text-start ${frame}`}>
      <p>
        <Trans>This part of the page did not load. Check your connection, then load the page again.</Trans>
      </p>
      <Button onClick={() => void reloadPage()}>
        <Trans>Load the page again</Trans>
      </Button>
    </div>
  );
}
