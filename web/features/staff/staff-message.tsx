import type { ReactNode } from 'react';
import { siteName } from '#web/before-react/page-data.ts';
import { focusOnMount } from '#web/components/focus-on-mount.ts';

type Props = { heading: string; text: string; children: ReactNode };

/** Replaces a page: says what is missing, and the next step. */
export const StaffMessage = ({ heading, text, children }: Props) => (
  <div className="bb-page bb-section bb-full-height">
    <title>{`${heading} | ${siteName()}`}</title>
    <h1 ref={focusOnMount} tabIndex={-1}>
      {heading}
    </h1>
    <p className="bb-lead mt-4">{text}</p>
    <div className="mt-6 flex flex-wrap gap-3">{children}</div>
  </div>
);
