import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import type { OwnPhoto } from '#contract/photos.ts';
import { Button } from '#web/ui/button.tsx';
import { useOwnPhotos } from './own-photos.ts';
import { usePhotoActions } from './use-photo-actions.ts';

/** Tells members kindly which of their photos nobody sees at the moment, and lets them delete those. */
export function HiddenPhotos() {
  const { data } = useOwnPhotos();
  const hidden = data?.own.filter((photo) => photo.hidden) ?? [];
  const count = hidden.length;

  // The button that had the focus goes with its photo.
  const before = useRef(count);
  useEffect(() => {
    if (count < before.current && document.activeElement === document.body)
      document.querySelector<HTMLElement>('#photo-gallery')?.focus();
    before.current = count;
  }, [count]);

  if (count === 0) return null;
  return (
    <div className="bb-hidden-photos">
      <p id="hidden-photos">
        {plural(count, {
          one: '# of your photos is hidden until we have looked at it.',
          other: '# of your photos are hidden until we have looked at them.',
        })}
      </p>
      <ul aria-labelledby="hidden-photos">
        {hidden.map((photo) => (
          <HiddenPhoto key={photo._id} photo={photo} />
        ))}
      </ul>
    </div>
  );
}

function HiddenPhoto({ photo: { _id, title, placeholder } }: { photo: OwnPhoto }) {
  const { remove } = usePhotoActions();
  const [busy, setBusy] = useState(false);

  async function deleteIt() {
    setBusy(true);
    await remove(_id, {
      title: t`Delete this hidden photo?`,
      text: t`“${title}” will be gone for good, and we do not need to look at it any more.`,
    });
    setBusy(false);
  }

  return (
    <li>
      <span
        className="bb-hidden-photo"
        style={placeholder ? { backgroundImage: `url("${placeholder}")` } : undefined}
      />
      <span className="bb-hidden-photo-title">{title}</span>
      <Button
        look="quiet"
        size="small"
        busy={busy}
        aria-label={t`Delete: ${title}`}
        onClick={() => void deleteIt()}
      >
        <Trans>Delete</Trans>
      </Button>
    </li>
  );
}
