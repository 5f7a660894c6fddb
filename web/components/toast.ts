type Kind = 'success' | 'error' | 'warning';

/** Shows one toast; the shelf takes this part when it has loaded. */
type Show = (kind: Kind, text: string) => void;

let show: Show | undefined;
const waiting: [Kind, string][] = [];
let call = () => {};

function say(kind: Kind, text: string): void {
  if (show) {
    show(kind, text);
  } else {
    waiting.push([kind, text]);
    call();
  }
}

/** A short message at the top centre, gone after 5 s. None is lost while the toasts are still loading. */
export const toast = {
  success: (text: string): void => say('success', text),
  error: (text: string): void => say('error', text),
  warning: (text: string): void => say('warning', text),
};

/** Calls back when the first toast is asked for, at once if one waits already. */
export function onFirstToast(load: () => void): void {
  call = load;
  if (waiting.length > 0) load();
}

/** From now on toasts go to `next`, those that waited first; `undefined` when the shelf goes away. */
export function setToastRenderer(next: Show | undefined): void {
  show = next;
  if (next) for (const [kind, text] of waiting.splice(0)) next(kind, text);
}
