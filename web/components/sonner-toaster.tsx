import { t } from '@lingui/core/macro';
import { type CSSProperties, useEffect } from 'react';
import { createPortal } from 'react-dom';
import { toast as sonner, Toaster } from 'sonner';
import { setToastRenderer } from './toast.ts';
import { GAP, toastTop } from './toast-position.ts';
import '#web/styles/toasts.css';

// Own container, moved into the open dialog: content outside of a modal can be neither clicked nor read aloud.
const layer = document.createElement('div');
layer.className = 'bb-toast-layer';
layer.popover = 'manual';

export default function SonnerToaster() {
  useEffect(() => {
    const shownOffline = new Set<string | number>();
    setToastRenderer((kind, text) => {
      bringToFront();
      const id = sonner[kind](text);
      if (kind !== 'success' && !navigator.onLine) shownOffline.add(id);
    });
    const withdraw = () => {
      for (const id of shownOffline) sonner.dismiss(id);
      shownOffline.clear();
    };
    const controller = new AbortController();
    const { signal } = controller;
    addEventListener('online', withdraw, { signal });
    // What a message asked for is being corrected, or sent again: the next response shows its own.
    const withdrawFailures = () => {
      for (const each of sonner.getToasts())
        if ('type' in each && each.type !== 'success') sonner.dismiss(each.id);
    };
    for (const type of ['change', 'submit'])
      addEventListener(type, withdrawFailures, { capture: true, signal });
    for (const type of hoverEvents) addEventListener(type, ignoreTouch, { capture: true, signal });
    const stopAvoiding = avoidFocusedElement();
    return () => {
      setToastRenderer(undefined);
      controller.abort();
      stopAvoiding();
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
      offset={{ top: DEFAULT_TOP }}
      mobileOffset={{ top: DEFAULT_TOP }}
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

/**
 * A tap leaves the pointer where it was, and a toast that appears there would count as hovered and stay until the next tap.
 */
function ignoreTouch(event: MouseEvent): void {
  const isOnToast = [event.target, event.relatedTarget].some((each) => layer.contains(each as Node | null));
  if (isOnToast && matchMedia('(hover: none)').matches) event.stopPropagation();
}

/** React derives `mouseenter` and `mouseleave` from these. */
const hoverEvents = ['mouseout', 'mouseover', 'mousemove'] as const;

const DEFAULT_TOP = '5.5rem';

/** Moves the toasts away from the focused element, whenever a toast appears or the focus moves. Returns a cleanup. */
function avoidFocusedElement(): () => void {
  const observer = new MutationObserver(moveToasts);
  observer.observe(layer, { childList: true, subtree: true });
  addEventListener('focusin', moveToasts);
  return () => {
    observer.disconnect();
    removeEventListener('focusin', moveToasts);
  };
}

function moveToasts(): void {
  const list = layer.querySelector('ol');
  const toasts = [...layer.querySelectorAll<HTMLElement>('li')];
  const focused = document.activeElement;
  if (!list || toasts.length === 0 || layer.contains(focused)) return;
  const { left, right } = list.getBoundingClientRect();
  const defaultTop = Number.parseFloat(DEFAULT_TOP) * rem();
  const bars = [...document.querySelectorAll('.bb-bar, [data-floating]')];
  const belowBars = Math.max(0, ...bars.map((bar) => bar.getBoundingClientRect().bottom));
  const top = Math.max(defaultTop, belowBars + GAP);
  // Further toasts show an edge below the first one.
  const height = Math.max(...toasts.map(({ offsetHeight }) => offsetHeight)) + 16 * (toasts.length - 1);
  const place = { top, bottom: top + height, left, right };
  // A field with its error.
  const avoided = focused?.closest('.bb-field') ?? focused;
  const box = avoided === document.body ? undefined : avoided?.getBoundingClientRect();
  const area = { top: belowBars, bottom: innerHeight };
  // A transform is no layout shift.
  layer.style.transform = `translateY(${toastTop(place, box, area) - defaultTop}px)`;
}

const rem = (): number => Number.parseFloat(getComputedStyle(document.documentElement).fontSize);

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
