import { t } from '@lingui/core/macro';
import { type ComponentType, type LazyExoticComponent, useEffect, useEffectEvent } from 'react';
import { lazyComponent } from './lazy-component.tsx';
import { toast } from './toast.ts';

type DialogProps = { onClose: () => void };

/** `lazyComponent` for a dialog that a tap opens. Shows a toast if its script cannot be loaded. */
export const lazyDialog = <Props extends DialogProps>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LazyExoticComponent<ComponentType<Props>> => lazyComponent(load, LoadErrorToast);

function LoadErrorToast({ onClose }: DialogProps) {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    toast.error(t`This part of the page did not load. Check your connection, then load the page again.`);
    close();
  }, []);
  return null;
}
