import type { ComponentType } from 'react';
import type { FramedPage } from '#web/components/page-frame.ts';
import { prerenderedComponent } from '#web/components/prerendered-component.tsx';
import './framed-page.css';

/**
 * The `handle` of a page whose `<main>` is between sections that have their own script. These sections are
 * prerendered as well.
 */
export function framedPage(load: () => Promise<{ default: ComponentType }>): FramedPage {
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
