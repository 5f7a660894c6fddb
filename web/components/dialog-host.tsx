import { useEffect, useId, useRef, useSyncExternalStore } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { Button } from './button.tsx';
import { type DialogRequest, dialogQueue } from './dialogs.ts';

/** @param owner the id of the signed-in user, whose open questions are dropped when the session ends */
export function DialogHost({ owner }: { owner: string | undefined }) {
  const request = useSyncExternalStore(dialogQueue.subscribe, dialogQueue.first, () => undefined);
  useDropOnBack();
  useEffect(() => (owner ? dialogQueue.drop : undefined), [owner]);
  return request ? <AlertDialog key={request.id} request={request} /> : null;
}

/** Drops open questions when Back or Forward leaves the page. */
function useDropOnBack(): void {
  const { pathname } = useLocation();
  const navigationType = useNavigationType();
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    if (navigationType === 'POP') dialogQueue.drop();
  }, [pathname, navigationType]);
}

function AlertDialog({ request }: { request: DialogRequest }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();

  useEffect(() => {
    const opener = document.activeElement;
    dialog.current?.showModal();
    return () => restoreFocus(opener);
  }, []);

  const close = (isConfirmed: boolean) => {
    dialog.current?.close();
    dialogQueue.resolve(request, isConfirmed);
  };

  return (
    <dialog
      ref={dialog}
      role="alertdialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text ${id}-details`}
      className="bb-card bb-dialog"
      onCancel={(event) => {
        event.preventDefault();
        close(false);
      }}
      // Ignore the second click of a double click whose first click opened the dialog.
      onClickCapture={(event) => event.detail > 1 && event.stopPropagation()}
    >
      <h2 id={`${id}-title`} className="text-heading">
        {request.title}
      </h2>
      <p id={`${id}-text`} className="mt-3 text-ink-soft">
        {request.text}
      </p>
      <p id={`${id}-details`} className="mt-3 wrap-anywhere font-semibold empty:hidden">
        {request.details}
      </p>
      <div className="mt-6 flex flex-wrap justify-end gap-3 max-sm:*:grow">
        {request.no && (
          <Button variant="outlined" onClick={() => close(false)}>
            {request.no}
          </Button>
        )}
        <Button onClick={() => close(true)}>{request.yes}</Button>
      </div>
    </dialog>
  );
}

/** Focuses the dialog's opener, or the page heading if the opener was removed. */
function restoreFocus(opener: Element | null): void {
  let next = opener;
  if (next === document.body || !next?.isConnected) {
    next = document.querySelector('main h1');
    next?.setAttribute('tabindex', '-1');
  }
  if (next instanceof HTMLElement) next.focus();
}
