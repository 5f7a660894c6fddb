import type { ComponentType } from 'react';
import type { FramedPage } from '#web/components/page-frame.ts';
import './framed-page.css';

/** Returns the `handle` of a page whose `<main>` is between sections. */
export const framedPage = (Sections: ComponentType): FramedPage => ({
  Frame: ({ children }) => (
    <div className="bb-frame">
      {children}
      <Sections />
    </div>
  ),
});
