type Kind = 'success' | 'error' | 'warning';

/** Shows one toast, with an optional second line. The toaster sets this function when it has loaded. */
type Show = (kind: Kind, text: string, more?: string) => void;

let show: Show | undefined;
const pending: Parameters<Show>[] = [];
let onFirst = () => {};

function notify(...message: Parameters<Show>): void {
  if (show) {
    show(...message);
  } else {
    pending.push(message);
    onFirst();
  }
}

/** Shows a message at the top center for 5 s. Messages are queued while the toaster loads. */
export const toast = {
  success: (text: string, more?: string): void => notify('success', text, more),
  error: (text: string): void => notify('error', text),
  warning: (text: string): void => notify('warning', text),
};

/** Calls `load` on the first toast, or immediately if one is pending. */
export function onFirstToast(load: () => void): void {
  onFirst = load;
  if (pending.length > 0) load();
}

/** Sets the function that shows toasts, and shows the pending ones. `undefined` removes it. */
export function setToastRenderer(next: Show | undefined): void {
  show = next;
  if (next) for (const message of pending.splice(0)) next(...message);
}
