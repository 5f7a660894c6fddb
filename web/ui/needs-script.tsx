import type { ReactNode } from 'react';

/** What to do where a browser runs no scripts; nobody else sees it. */
export function NeedsScript({ children }: { children: ReactNode }) {
  return (
    <noscript>
      <p className="bb-needs-script">{children}</p>
    </noscript>
  );
}
