import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Suspense, useEffect, useRef, useState } from 'react';
import type { OwnPhoto } from '#contract/photos.ts';
import { hasFeature } from '#web/api/config.ts';
import { Button } from '#web/components/button.tsx';
import { useFormAction } from '#web/components/form-error.tsx';
import { lazyComponent } from '#web/components/lazy-component.tsx';
import { useOwnPhotos } from './photo-queries.ts';
import { usePhotoActions } from './use-photo-actions.ts';

const MyDecisions = lazyComponent(() => import('../moderation/my-decisions.tsx'));

/** Lists the member's photos that are hidden, until a review or by a decision. The member can delete them. */
export default function HiddenPhotos() {
  const { data } = useOwnPhotos();
  const hidden = data?.own.filter((photo) => photo.hidden) ?? [];
  const hiddenCount = hidden.length;
  const hasStaff = hasFeature('staff');
  const [decidedIds, setDecidedIds] = useState<readonly string[]>([]);
  const count = hidden.filter(({ _id }) => !decidedIds.includes(_id)).length;

  // The focused button is removed with its photo.
  const previousCount = useRef(hiddenCount);
  useEffect(() => {
    if (hiddenCount < previousCount.current && document.activeElement === document.body)
      document.querySelector<HTMLElement>('#photo-gallery')?.focus();
    previousCount.current = hiddenCount;
  }, [hiddenCount]);

  if (hiddenCount === 0) return null;
  return (
    <>
      {hasStaff && (
        <Suspense>
          <MyDecisions kind="photo" onListed={setDecidedIds} />
        </Suspense>
      )}
      <div className="grid w-full max-w-xl gap-3 justify-self-center rounded-medium bg-warn-soft px-6 py-4 text-warn">
        <p id="hidden-photos">
          {count === 0
            ? t`Only you can see these photos.`
            : plural(count, {
                one: '# of your photos is hidden until we have checked it.',
                other: '# of your photos are hidden until we have checked them.',
              })}
        </p>
        <ul className="grid gap-2" aria-labelledby="hidden-photos">
          {hidden.map((photo) => (
            <HiddenPhoto key={photo._id} photo={photo} />
          ))}
        </ul>
      </div>
    </>
  );
}

function HiddenPhoto({ photo: { _id, title, placeholder } }: { photo: OwnPhoto }) {
  const { remove } = usePhotoActions();
  const { isBusy, attempt } = useFormAction();
  const question = {
    title: t`Delete this hidden photo?`,
    text: t`“${title}” will be permanently deleted. We will not check it.`,
  };

  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-3">
      <span
        className="aspect-square w-12 rounded-small bg-soft bg-cover bg-center"
        style={placeholder ? { backgroundImage: `url("${placeholder}")` } : undefined}
      />
      <span className="truncate text-ink">{title}</span>
      <Button
        variant="outlined"
        size="small"
        isBusy={isBusy}
        aria-label={t`Delete: ${title}`}
        onClick={() => void attempt(() => remove(_id, question))}
      >
        <Trans>Delete</Trans>
      </Button>
    </li>
  );
}
