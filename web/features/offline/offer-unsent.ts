import { personalKeys, readKept } from '#web/session/memory.ts';

const [, unsent] = personalKeys;

let place: HTMLElement | undefined;

/** Shows what was filled in without a line as soon as there is some and a line; until then nothing of it is loaded. */
export function offerUnsent(): void {
  look();
  addEventListener('online', look);
}

function look(): void {
  if (place || !navigator.onLine || readKept(unsent) === null) return;
  // Beside React's document: no page has to draw it.
  place = document.createElement('div');
  document.body.append(place);
  import('./show-unsent.tsx').then(
    ({ showUnsent }) => place && showUnsent(place),
    () => {
      place?.remove();
      place = undefined;
    },
  );
}
