import { type ComponentType, Suspense } from 'react';
import { lazyComponent } from '#web/components/lazy-component.tsx';
import type { FramedPage } from '#web/document/page-frame.ts';
import './framed-page.css';

/** The `handle` of a page whose `<main>` stands between sections in a script of their own. They are prerendered, too. */
export function framedBy(load: () => Promise<{ default: ComponentType }>): FramedPage {
  const Sections = lazyComponent(load);
  // Created outside the component: a parent's update must not render sections that are not hydrated yet.
  const sections = (
    <Suspense fallback={<div className="bb-full-height" />}>
      <Sections />
    </Suspense>
  );
  return {
    Frame: ({ children }) => (
      <div className="bb-frame">
        {children}
        {sections}
      </div>
    ),
  };
}
