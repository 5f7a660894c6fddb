import { t } from '@lingui/core/macro';
import { type CSSProperties, useEffect } from 'react';
import { createPortal } from 'react-dom';
import { toast as sonner, Toaster } from 'sonner';
import { setToastRenderer } from './toast.ts';
import { toastTop } from './toast-position.ts';
import '#web/styles/toasts.css';

// The toasts have their own container, which moves into the open dialog, because content outside of a modal
// can be neither clicked nor read aloud.
const layer = document.createElement('div');
layer.className = 'bb-toast-layer';
layer.popover = 'manual';

export default function SonnerToaster() {
  useEffect(() => {
    const shownOffline = new Set<string | number>();
    setToastRenderer((kind, text, description) => {
      bringToFront();
      const id = sonner[kind](text, { description });
      if (kind !== 'success' && !navigator.onLine) shownOffline.add(id);
    });
    const withdraw = () => {
      for (const id of shownOffline) sonner.dismiss(id);
      shownOffline.clear();
    };
    const controller = new AbortController();
    const { signal } = controller;
    addEventListener('online', withdraw, { signal });
    // Dismiss failures while the user corrects or repeats the action: the next response shows its own
    // message.
    const withdrawFailures = () => {
      for (const shown of sonner.getToasts())
        if ('type' in shown && shown.type !== 'success') sonner.dismiss(shown.id);
    };
    for (const type of ['change', 'submit'])
      addEventListener(type, withdrawFailures, { capture: true, signal });
    for (const type of hoverEvents) addEventListener(type, ignoreTouch, { capture: true, signal });
    const stopMoving = keepToastsInPlace();
    return () => {
      setToastRenderer(undefined);
      controller.abort();
      stopMoving();
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
      offset={{ top: 0 }}
      mobileOffset={{ top: 0 }}
      richColors
      closeButton
      style={colors}
    />,
    layer,
  );
}

/** Moves the container into the topmost open dialog, or into the body if none is open, and in front of it. */
function bringToFront(): void {
  const [dialog] = [...document.querySelectorAll('dialog[open]')].reverse();
  if (dialog !== layer.parentElement) dialog?.addEventListener('close', bringToFront, { once: true });
  (dialog ?? document.body).append(layer);
  // Browsers without popovers (before Chrome 114, Safari 17) show the toasts inside the page or dialog.
  layer.showPopover?.();
}

/**
 * Ignores hovering by touch, because a tap leaves the pointer at its position, and a toast that appears there
 * would count as hovered and stay until the next tap.
 */
function ignoreTouch(event: MouseEvent): void {
  const isOnToast = [event.target, event.relatedTarget].some((target) =>
    layer.contains(target as Node | null),
  );
  if (isOnToast && matchMedia('(hover: none)').matches) event.stopPropagation();
}

/** Sonner handles `mousemove`. React derives `mouseenter` and `mouseleave` from the other two events. */
const hoverEvents = ['mouseout', 'mouseover', 'mousemove'] as const;

/** Keeps toasts off the headings and the focused control. Returns a cleanup function. */
function keepToastsInPlace(): () => void {
  const observer = new MutationObserver(() => moveToasts());
  observer.observe(layer, { childList: true, subtree: true });
  const controller = new AbortController();
  const { signal } = controller;
  addEventListener('focusin', () => moveToasts(), { signal });
  // Move toasts only up while the page scrolls, because moving back and forth for each heading would
  // distract.
  addEventListener('scroll', () => moveToasts(toastsTop), { capture: true, passive: true, signal });
  return () => {
    observer.disconnect();
    controller.abort();
  };
}

let toastsTop = 0;

function moveToasts(maxTop = Number.POSITIVE_INFINITY): void {
  const list = layer.querySelector('ol');
  const toasts = [...layer.querySelectorAll<HTMLElement>('li')];
  const focused = document.activeElement;
  if (!list || toasts.length === 0 || layer.contains(focused)) return;
  const { left, right } = list.getBoundingClientRect();
  // Further toasts show an edge below the first one.
  const height = Math.max(...toasts.map(({ offsetHeight }) => offsetHeight)) + 16 * (toasts.length - 1);
  const top = toastTop(
    { height, left, right },
    {
      barsBottom: Math.max(0, ...boxesOf(document, '.bb-bar, [data-floating]').map(({ bottom }) => bottom)),
      bottom: innerHeight,
      control: controlOf(focused)?.getBoundingClientRect(),
      headings: boxesOf(layer.parentElement ?? document, 'h1, h2'),
    },
  );
  toastsTop = Math.min(top, maxTop);
  // A transform does not count as a layout shift.
  layer.style.transform = `translateY(${toastsTop}px)`;
}

const boxesOf = (root: ParentNode, selector: string): DOMRect[] =>
  [...root.querySelectorAll(selector)].map((element) => element.getBoundingClientRect());

/**
 * Returns the focused control, or its field with label and error. A section that only a script can focus does
 * not count.
 */
function controlOf(focused: Element | null): Element | undefined {
  const isControl = focused instanceof HTMLElement && focused.tabIndex >= 0;
  return isControl ? (focused.closest('.bb-field') ?? focused) : undefined;
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
