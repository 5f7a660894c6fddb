import type { ReactNode } from 'react';

/** A placeholder that leads nowhere yet, and says so to screen readers. */
export function DeadLink({ label, children }: { label?: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useValidAnchor: the specification keeps these links as dead placeholders
    <a role="link" aria-disabled="true" aria-label={label} className="bb-dead-link">
      {children}
    </a>
  );
}
