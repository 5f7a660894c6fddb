import { t } from '@lingui/core/macro';
import { type CSSProperties, useEffect } from 'react';
import { createPortal } from 'react-dom';
import { toast as sonner, Toaster } from 'sonner';
import { setToastRenderer } from './toast.ts';

// Ours to move about: what lies outside an open window can be neither clicked nor read aloud.
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
      toastOptions={{ closeButtonAriaLabel: t`Close toast` }}
      position="top-center"
      duration={5000}
      offset={{ top: '5.5rem' }}
      mobileOffset={{ top: '5.5rem' }}
      richColors
      closeButton
      style={colours}
    />,
    layer,
  );
}

/** Over everything and into the window that is open, out of it when it closes. */
function bringToFront(): void {
  const [host] = [...document.querySelectorAll('dialog[open]')].reverse();
  if (host !== layer.parentElement) host?.addEventListener('close', bringToFront, { once: true });
  (host ?? document.body).append(layer);
  // Without popovers (Chrome before 114, Safari before 17) the toasts stand in the page or in the open window.
  layer.showPopover?.();
}

const colours = {
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
