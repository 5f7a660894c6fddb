import { type RefObject, useEffect, useRef } from 'react';

/**
 * The dialog gives the focus back to the photo that opened it. When that one was deleted in it, the photo in its
 * place takes the focus, or the heading of an empty wall. `opened` is its index while the dialog is open.
 */
export function useFocusAfterDialog(place: RefObject<HTMLElement | null>, opened: number | undefined): void {
  const last = useRef<number>(undefined);

  useEffect(() => {
    if (opened !== undefined) {
      if (opened >= 0) last.current = opened;
      return;
    }
    if (last.current !== undefined && document.activeElement === document.body)
      focusNear(place.current, last.current);
    last.current = undefined;
  }, [place, opened]);
}

function focusNear(place: HTMLElement | null, index: number): void {
  const photos = [...(place?.querySelectorAll<HTMLElement>('li > button:first-child') ?? [])];
  const positionOf = (photo: HTMLElement, at: number) =>
    Number(photo.parentElement?.getAttribute('aria-posinset') ?? at + 1) - 1;
  const next = photos.find((photo, at) => positionOf(photo, at) >= index) ?? photos.at(-1);
  (next ?? place?.closest('section')?.querySelector<HTMLElement>('h1, h2'))?.focus();
}
