import { useEffect, useRef, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { useOwnPhotos } from './own-photos.ts';
import { usePhotoActions } from './use-photo-actions.ts';

/** Tells members kindly which of their photos nobody sees at the moment, and lets them delete those. */
export function HiddenPhotos() {
  const { data } = useOwnPhotos();
  const { remove } = usePhotoActions();
  const [busy, setBusy] = useState(false);
  const hidden = data?.own.filter((photo) => photo.hidden) ?? [];
  const [first] = hidden;

  const told = useRef(false);
  useEffect(() => {
    if (told.current && !first && document.activeElement === document.body)
      document.querySelector<HTMLElement>('#photo-gallery')?.focus();
    told.current = first !== undefined;
  }, [first]);

  if (!first) return null;

  async function deleteFirst(id: string) {
    setBusy(true);
    await remove(id, {
      title: 'Delete a hidden photo?',
      text: 'It will be gone for good, and we do not need to look at it any more.',
    });
    setBusy(false);
  }

  return (
    <div className="bb-hidden-photos">
      <p>
        {hidden.length === 1
          ? '1 of your photos is hidden until we have looked at it.'
          : `${hidden.length} of your photos are hidden until we have looked at them.`}
      </p>
      <Button look="quiet" size="small" busy={busy} onClick={() => void deleteFirst(first._id)}>
        {hidden.length === 1 ? 'Delete it' : 'Delete the newest of them'}
      </Button>
    </div>
  );
}
