import { t } from '@lingui/core/macro';
import { type ReactNode, useEffect, useRef } from 'react';
import { Icon } from './icon.tsx';

type Props = {
  open: boolean;
  onClose: () => void;
  /** Names the window for screen readers. */
  label: string;
  className?: string;
  /** Without a ground of its own: a click on nothing closes it. */
  bare?: boolean;
  children: ReactNode;
};

/** A window over the page that holds the focus; closes by its button, Escape or a click beside it. */
export function Modal({ open, onClose, label, className = '', bare = false, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);

  useEffect(() => {
    const element = dialog.current;
    if (!open || !element) return;
    const opener = document.activeElement;
    element.showModal();
    element.querySelector<HTMLElement>('[data-first-focus]')?.focus();
    return () => {
      element.close();
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    };
  }, [open]);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does by keyboard what a click beside the window does
    <dialog
      ref={dialog}
      className={`bb-modal ${className}`}
      aria-label={label}
      onCancel={(event) => {
        // Escape closes through `open`: the browser tells of its own closing late, when it may have been opened again.
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        const target = event.target as Element;
        if (target === event.currentTarget || (bare && !target.closest('img, button'))) onClose();
      }}
    >
      <div className="relative">
        <button
          type="button"
          className="bb-icon-button bb-modal-close"
          aria-label={t({ message: 'Close', context: 'verb' })}
          onClick={onClose}
        >
          <Icon name="close" />
        </button>
        {children}
      </div>
    </dialog>
  );
}
