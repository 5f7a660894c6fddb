import { t } from '@lingui/core/macro';
import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { closeIcon, Icon } from './icon.tsx';

type Props = {
  id: string;
  /** Accessible name of the dialog. */
  label: string;
  children: ReactNode;
};

/**
 * Menu on small screens. Closed by its button, its links, Escape, a click on the backdrop, and navigation.
 * Before React has started, HTML opens it as a popover; afterwards React opens it as a modal dialog.
 */
export function Drawer({ id, label, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: every navigation closes the drawer
  useEffect(() => {
    const drawer = dialog.current as HTMLDialogElement;
    // Not the effect itself, because hydration must not close it.
    return () => close(drawer);
  }, [key]);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the keyboard equivalent of a click on the backdrop
    <dialog
      ref={dialog}
      id={id}
      popover="auto"
      className="bb-drawer"
      aria-label={label}
      // Both ignore the second click of a double click whose first one opened the drawer: it keeps the focus.
      onMouseDown={(event) => {
        if (event.detail > 1) event.preventDefault();
      }}
      onClick={({ target, currentTarget, detail }) => {
        const closes = target === currentTarget || (target as Element).closest('a, [popovertarget]');
        if (closes && detail < 2) close(currentTarget);
      }}
    >
      <div className="flex min-h-full flex-col gap-4 p-4">
        <button
          type="button"
          className="bb-icon-button self-end"
          aria-label={t({ message: 'Close', context: 'verb' })}
          popoverTarget={id}
          popoverTargetAction="hide"
        >
          <Icon path={closeIcon} />
        </button>
        {children}
      </div>
    </dialog>
  );
}

/** Props of the button that opens a drawer. */
export const openerOf = (id: string) =>
  ({
    'aria-haspopup': 'dialog',
    popoverTarget: id,
    popoverTargetAction: 'show',
    onClick(event: MouseEvent) {
      event.preventDefault();
      const drawer = document.getElementById(id) as HTMLDialogElement;
      // It may be open as a popover.
      close(drawer);
      drawer.showModal();
    },
  }) as const;

function close(drawer: HTMLDialogElement): void {
  // Browsers without popovers: before Chrome 114, Safari 17, Firefox 125.
  drawer.hidePopover?.();
  drawer.close();
}
