import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { showHydrationFailed } from '#web/before-react/inline-script.ts';
import { afterFirstPaint } from '#web/browser/after-first-paint.ts';
import { useHydrated, useIsBack } from '#web/browser/use-hydrated.ts';
import { lazyComponent } from '#web/components/lazy-component.tsx';

type Module = { default: ComponentType };

/**
 * A part of a prerendered page, in its own script that loads after the first paint. If the script fails, the
 * page keeps the prerendered part, readable but not interactive. Back waits for the script, because a page
 * that is still short could not be scrolled to its previous position.
 */
export function prerenderedComponent(load: () => Promise<Module>): ComponentType {
  let loading: Promise<Module> | undefined;
  function loadOnce() {
    loading ??= afterFirstPaint().then(load);
    return loading;
  }
  const Hydrating = lazy(() =>
    loadOnce().catch((cause) => {
      if (import.meta.env.SSR) throw cause;
      return new Promise<never>(() => {});
    }),
  );
  // Created outside the component, because a parent's update must not render a part that is not hydrated yet.
  const hydrating = inSuspense(<Hydrating />);
  const Rendering = lazyComponent(load);

  return function Prerendered() {
    const [isHydrating] = useState(!useHydrated());
    const [isBack] = useState(useIsBack());
    useEffect(() => {
      if (!isHydrating) return;
      loadOnce().catch(() => showHydrationFailed(true));
      return () => showHydrationFailed(false);
    }, [isHydrating]);
    if (isHydrating) return hydrating;
    return isBack ? <Rendering /> : inSuspense(<Rendering />);
  };
}

const inSuspense = (part: ReactNode) => (
  <Suspense fallback={<div className="bb-full-height" />}>{part}</Suspense>
);
