import { t } from '@lingui/core/macro';
import { type ReactNode, useEffect, useRef } from 'react';
import { closeIcon, Icon } from './icon.tsx';

type Props = {
  open: boolean;
  onClose: () => void;
  /** Accessible name of the dialog. */
  label: string;
  className?: string;
  /** A click outside of images and buttons also closes it. */
  closesOnBackgroundClick?: boolean;
  children: ReactNode;
};

/** Modal dialog. Closed by its button, Escape or a click on the backdrop. */
export function Modal({ open, onClose, label, className = '', closesOnBackgroundClick, children }: Props) {
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
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the keyboard equivalent of a click on the backdrop
    <dialog
      ref={dialog}
      className={`bb-modal ${className}`.trim()}
      aria-label={label}
      onCancel={(event) => {
        // Close through the `open` prop: the browser's own `close` event comes late, after a possible
        // reopening.
        event.preventDefault();
        // In React, the event of a dialog inside this one also arrives here.
        if (event.target === event.currentTarget) onClose();
      }}
      onClick={(event) => {
        const target = event.target as Element;
        const closes =
          target === event.currentTarget || (closesOnBackgroundClick && !target.closest('img, button'));
        // Ignores the second click of a double click whose first one opened the dialog.
        if (closes && event.detail < 2) onClose();
      }}
    >
      <div className="relative">
        <button
          type="button"
          className="bb-icon-button bb-modal-close"
          aria-label={t({ message: 'Close', context: 'verb' })}
          onClick={onClose}
        >
          <Icon path={closeIcon} />
        </button>
        {children}
      </div>
    </dialog>
  );
}
