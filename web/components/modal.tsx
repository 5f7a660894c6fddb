import { t } from '@lingui/core/macro';
import { type ReactNode, useEffect, useRef } from 'react';
import { Icon } from './icon.tsx';

type Props = {
  open: boolean;
  onClose: () => void;
  /** Names the window for screen readers. */
  label: string;
  /** A drawer slides in from the left; its links close it too. */
  look?: 'modal' | 'drawer';
  className?: string;
  /** Without a ground of its own: a click on nothing closes it. */
  bare?: boolean;
  children: ReactNode;
};

const looks = {
  modal: { frame: 'bb-modal', content: 'relative', button: 'bb-modal-close' },
  drawer: { frame: 'bb-drawer', content: 'bb-drawer-content', button: 'bb-drawer-close' },
};

/** A window over the page that holds the focus; closes by its button, Escape or a click beside it. */
export function Modal({ open, onClose, label, look = 'modal', className = '', bare, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const { frame, content, button } = looks[look];

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

  const closesBy = (target: Element): boolean =>
    look === 'drawer' ? target.closest('a') !== null : bare === true && !target.closest('img, button');

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does by keyboard what a click beside the window does
    <dialog
      ref={dialog}
      className={`${frame} ${className}`.trim()}
      aria-label={label}
      onCancel={(event) => {
        // Escape closes through `open`: the browser tells of its own closing late, when it may have been opened again.
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        const target = event.target as Element;
        if (target === event.currentTarget || closesBy(target)) onClose();
      }}
    >
      <div className={content}>
        <button
          type="button"
          className={`bb-icon-button ${button}`}
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
