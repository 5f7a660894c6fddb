import { t } from '@lingui/core/macro';
import { type CSSProperties, useEffect } from 'react';
import { createPortal } from 'react-dom';
import { toast as sonner, Toaster } from 'sonner';
import { setToastRenderer } from './toast.ts';

// Own container, moved into the open dialog: content outside of a modal can be neither clicked nor read aloud.
const layer = document.createElement('div');
layer.className = 'bb-toast-layer';
layer.popover = 'manual';

export default function SonnerToaster() {
  useEffect(() => {
    setToastRenderer((kind, text) => {
      bringToFront();
      sonner[kind](text);
    });
    return () => {
      setToastRenderer(undefined);
      layer.remove();
    };
  }, []);
  return createPortal(
    <Toaster
      className="bb-toasts"
      containerAriaLabel={t`Notifications`}
      toastOptions={{ closeButtonAriaLabel: t`Dismiss` }}
      position="top-center"
      duration={5000}
      offset={{ top: '5.5rem' }}
      mobileOffset={{ top: '5.5rem' }}
      richColors
      closeButton
      style={colors}
    />,
    layer,
  );
}

/** Moves the container into the open dialog, or back to the body when it closes, and on top of it. */
function bringToFront(): void {
  const [dialog] = [...document.querySelectorAll('dialog[open]')].reverse();
  if (dialog !== layer.parentElement) dialog?.addEventListener('close', bringToFront, { once: true });
  (dialog ?? document.body).append(layer);
  // Browsers without popovers (before Chrome 114, Safari 17) show the toasts inside the page or dialog.
  layer.showPopover?.();
}

const colors = {
  '--normal-bg': 'var(--color-surface)',
  '--normal-border': 'var(--color-line)',
  '--normal-text': 'var(--color-ink)',
  '--success-bg': 'var(--color-good-soft)',
  '--success-border': 'var(--color-good)',
  '--success-text': 'var(--color-good)',
  '--error-bg': 'var(--color-red-soft)',
  '--error-border': 'var(--color-error)',
  '--error-text': 'var(--color-error)',
  '--warning-bg': 'var(--color-warn-soft)',
  '--warning-border': 'var(--color-warn)',
  '--warning-text': 'var(--color-warn)',
  '--border-radius': 'var(--radius-medium)',
  '--width': '26rem',
} as CSSProperties;
