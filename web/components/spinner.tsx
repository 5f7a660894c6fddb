import type { ReactNode } from 'react';

type Props = {
  size?: 'small' | 'normal' | 'large';
  /** What is being waited for. Without it the spinner is decoration beside a text that says so. */
  label?: string;
};

export function Spinner({ size = 'normal', label }: Props) {
  const ring = <span className={`bb-spinner bb-spinner-${size}`} aria-hidden="true" />;
  if (!label) return ring;
  return (
    <span role="status" className="inline-flex items-center gap-3">
      {ring}
      <span className="sr-only">{label}</span>
    </span>
  );
}

/** Takes the whole height of the window; shown while it is not yet known who is signed in. */
export function FullHeightSpinner({ label = 'Loading' }: { label?: string }) {
  return (
    <div className="grid bb-full-height place-items-center">
      <Spinner size="large" label={label} />
      <NeedsScript>
        This page needs JavaScript. Turn it on in your browser and load the page again.
      </NeedsScript>
    </div>
  );
}

/** What to do where a browser runs no scripts; nobody else sees it. */
export function NeedsScript({ children }: { children: ReactNode }) {
  return (
    <noscript>
      <p className="bb-needs-script">{children}</p>
    </noscript>
  );
}
