import { useEffect, useId, useRef, useSyncExternalStore } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { Button } from './button.tsx';
import { type DialogRequest, dialogQueue } from './dialogs.ts';

export function DialogHost() {
  const question = useSyncExternalStore(dialogQueue.subscribe, dialogQueue.first, () => undefined);
  useLeaveByBack();
  return question ? <AlertDialog key={question.id} question={question} /> : null;
}

/** Back and Forward leave a page together with what it asks. */
function useLeaveByBack(): void {
  const { pathname } = useLocation();
  const way = useNavigationType();
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    if (way === 'POP') dialogQueue.drop();
  }, [pathname, way]);
}

function AlertDialog({ question }: { question: DialogRequest }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();

  useEffect(() => {
    const opener = document.activeElement;
    dialog.current?.showModal();
    return () => focusAgain(opener);
  }, []);

  const answer = (yes: boolean) => {
    dialog.current?.close();
    dialogQueue.answer(question, yes);
  };

  return (
    <dialog
      ref={dialog}
      role="alertdialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      className="bb-card bb-dialog"
      onCancel={(event) => {
        event.preventDefault();
        answer(false);
      }}
    >
      <h2 id={`${id}-title`}>{question.title}</h2>
      <p id={`${id}-text`}>{question.text}</p>
      <div className="bb-dialog-actions">
        {question.no && (
          <Button look="quiet" onClick={() => answer(false)}>
            {question.no}
          </Button>
        )}
        <Button onClick={() => answer(true)}>{question.yes}</Button>
      </div>
    </dialog>
  );
}

/** What opened a dialog may have left the page meanwhile: then the page's heading takes the focus. */
function focusAgain(opener: Element | null): void {
  const stays = opener !== document.body && opener?.isConnected;
  const next = stays ? opener : document.querySelector('main h1');
  if (!(next instanceof HTMLElement)) return;
  if (!stays) next.setAttribute('tabindex', '-1');
  next.focus();
}
