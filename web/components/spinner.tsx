import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';

type Props = {
  size?: 'small' | 'normal' | 'large';
  /** Text for screen readers. If absent, the spinner is decorative: place it next to visible text. */
  label?: string;
};

export function Spinner({ size = 'normal', label }: Props) {
  const ring = <span className={`bb-spinner bb-spinner-${size} noscript:hidden`} aria-hidden="true" />;
  if (!label) return ring;
  return (
    <span role="status" className="inline-flex items-center gap-3">
      {ring}
      <span className="sr-only">{label}</span>
    </span>
  );
}

/** Spinner for a page whose heading is not loaded yet. */
export function PageSpinner({ size, label = t`Loading` }: Props) {
  return (
    <div role="status">
      <Spinner size={size} />
      <h1 className="sr-only">{label}</h1>
    </div>
  );
}

/** Shows a spinner over the full window height while the session is restored. */
export function FullHeightSpinner({ label }: { label?: string }) {
  return (
    <div className="grid bb-full-height place-items-center bb-page-spinner noscript:min-h-0">
      <PageSpinner size="large" label={label} />
      <NoScriptMessage>
        {import.meta.env.SSR && t`To see this page, turn on JavaScript and reload.`}
      </NoScriptMessage>
    </div>
  );
}

/**
 * Shows a message in browsers without JavaScript. Only the server renders it, because React leaves `noscript`
 * out in the browser.
 */
export function NoScriptMessage({ children }: { children: ReactNode }) {
  return (
    <noscript>
      {import.meta.env.SSR && <p className="rounded-small bg-warn-soft p-4 text-warn">{children}</p>}
    </noscript>
  );
}
