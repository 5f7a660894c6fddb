import { t } from '@lingui/core/macro';
import { type ReactNode, useEffect, useRef } from 'react';
import { closeIcon, Icon } from './icon.tsx';

type Props = {
  open: boolean;
  onClose: () => void;
  /** Accessible name of the dialog. */
  label: string;
  /** A link in a `drawer` also closes it. */
  variant?: 'modal' | 'drawer';
  className?: string;
  /** A click outside of images and buttons also closes it. */
  closesOnBackgroundClick?: boolean;
  children: ReactNode;
};

const variants = {
  modal: { frame: 'bb-modal', content: 'relative', button: 'bb-modal-close' },
  drawer: { frame: 'bb-drawer', content: 'flex min-h-full flex-col gap-4 p-4', button: 'self-end' },
};

/** Modal dialog. Closed by its button, Escape or a click on the backdrop. */
export function Modal({
  open,
  onClose,
  label,
  variant = 'modal',
  className = '',
  closesOnBackgroundClick,
  children,
}: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const { frame, content, button } = variants[variant];

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

  const closesOnClick = (target: Element): boolean =>
    variant === 'drawer'
      ? target.closest('a') !== null
      : closesOnBackgroundClick === true && !target.closest('img, button');

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the keyboard equivalent of a click on the backdrop
    <dialog
      ref={dialog}
      className={`${frame} ${className}`.trim()}
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
        // Ignores the second click of a double click whose first one opened the dialog.
        if (event.detail < 2 && (target === event.currentTarget || closesOnClick(target))) onClose();
      }}
    >
      <div className={content}>
        <button
          type="button"
          className={`bb-icon-button ${button}`}
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
