import { type CSSProperties, useEffect, useRef } from 'react';
import { toast as sonner, Toaster } from 'sonner';
import { showToastsWith } from './toast.ts';

export default function SonnerShelf() {
  const layer = useRef<HTMLDivElement>(null);
  useEffect(() => {
    showToastsWith((kind, text) => {
      bringToFront(layer.current);
      sonner[kind](text);
    });
    return () => showToastsWith(undefined);
  }, []);
  return (
    <div ref={layer} popover="manual" className="bb-toast-layer">
      <Toaster
        className="bb-toasts"
        position="top-center"
        duration={5000}
        offset={{ top: '5.5rem' }}
        mobileOffset={{ top: '5.5rem' }}
        richColors
        closeButton
        style={colours}
      />
    </div>
  );
}

/** Over everything, an open window included. */
function bringToFront(layer: HTMLElement | null): void {
  if (layer?.matches(':popover-open')) layer.hidePopover();
  layer?.showPopover();
}

const colours = {
  '--normal-bg': 'var(--surface)',
  '--normal-border': 'var(--line)',
  '--normal-text': 'var(--ink)',
  '--success-bg': 'var(--good-soft)',
  '--success-border': 'var(--good)',
  '--success-text': 'var(--good)',
  '--error-bg': 'var(--red-soft)',
  '--error-border': 'var(--error)',
  '--error-text': 'var(--error)',
  '--warning-bg': 'var(--warn-soft)',
  '--warning-border': 'var(--warn)',
  '--warning-text': 'var(--warn)',
  '--border-radius': 'var(--round)',
  '--width': '26rem',
} as CSSProperties;
