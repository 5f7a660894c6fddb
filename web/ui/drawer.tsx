import { t } from '@lingui/core/macro';
import { type ReactNode, useEffect, useRef } from 'react';
import { Icon } from './icon.tsx';

type Props = {
  open: boolean;
  onClose: () => void;
  /** Names the drawer for screen readers. */
  label: string;
  children: ReactNode;
};

/** Slides in from the left and holds the focus; closes by its button, its links, Escape or a click beside it. */
export function Drawer({ open, onClose, label, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);

  useEffect(() => {
    if (open) dialog.current?.showModal();
    else dialog.current?.close();
  }, [open]);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does by keyboard what a click beside the drawer does
    <dialog
      ref={dialog}
      className="bb-drawer"
      aria-label={label}
      onCancel={(event) => {
        // Escape closes through `open`: the browser tells of its own closing late, when it may have been opened again.
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        const target = event.target as Element;
        if (target === event.currentTarget || target.closest('a')) onClose();
      }}
    >
      <div className="bb-drawer-content">
        <button
          type="button"
          className="bb-icon-button bb-drawer-close"
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
