import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react';
import { lazyComponent } from '#web/components/lazy-component.tsx';
import type { FramedPage } from '#web/document/page-frame.ts';
import { useHydrated } from '#web/document/use-hydrated.ts';
import './framed-page.css';

type Load = () => Promise<{ default: ComponentType }>;

/** The `handle` of a page whose `<main>` stands between sections in a script of their own. They are prerendered, too. */
export function framedBy(load: Load): FramedPage {
  const Sections = prerenderedComponent(load);
  return {
    Frame: ({ children }) => (
      <div className="bb-frame">
        {children}
        <Sections />
      </div>
    ),
  };
}

/** A component in a script of its own. If the script does not load, the prerendered page keeps its HTML. */
export function prerenderedComponent(load: Load): ComponentType {
  // Created outside the component: a parent's update must not render what is not hydrated yet.
  const hydrating = inSuspense(lazy(() => load().catch(() => new Promise<never>(() => {}))));
  const rendering = inSuspense(lazyComponent(load));
  return function Prerendered() {
    const [isHydrating] = useState(!useHydrated());
    return isHydrating ? hydrating : rendering;
  };
}

const inSuspense = (Component: ComponentType): ReactNode => (
  <Suspense fallback={<div className="bb-full-height" />}>
    <Component />
  </Suspense>
);
