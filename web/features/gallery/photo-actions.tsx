import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect } from 'react';
import type { Photo } from '#contract/photos.ts';
import { useSession } from '#web/auth/auth-provider.tsx';
import { Button } from '#web/components/button.tsx';
import { useFormAction } from '#web/components/form-error.tsx';
import { Icon } from '#web/components/icon.tsx';
import { checkIcon } from '#web/components/icons.ts';
import { useOwnPhotos } from './photo-queries.ts';
import { usePhotoActions } from './use-photo-actions.ts';

type Props = {
  photo: Photo;
  /** Focuses the photo when the focused button was removed. */
  restoreFocus: () => void;
};

/** CSS classes of a row of messages and buttons below the photos. */
export const dialogRowClass =
  'flex min-h-10 flex-wrap items-center justify-center gap-x-4 gap-y-2 px-4 text-center';

/** Lets signed-in members delete their own photo or report another's. */
export function PhotoActions({ photo, restoreFocus }: Props) {
  const { user } = useSession();
  const { data, error, isFetching, refetch } = useOwnPhotos();
  const { remove, report } = usePhotoActions();
  const { isBusy, attempt } = useFormAction();

  const isOwn = data?.own.some(({ _id }) => _id === photo._id) ?? false;
  const isReported = data?.reported.includes(photo._id) ?? false;

  // The focused button may be removed after its action or with its photo.
  // biome-ignore lint/correctness/useExhaustiveDependencies: check the focus after each of these changes
  useEffect(() => {
    if (document.activeElement === document.body) restoreFocus();
  }, [restoreFocus, isOwn, isReported]);

  if (!user) return null;
  return (
    <div className={dialogRowClass}>
      {!data && error && (
        <>
          <p>
            <Trans>The options for this photo could not be loaded.</Trans>
          </p>
          <Button variant="outlined" size="small" isBusy={isFetching} onClick={() => void refetch()}>
            <Trans>Try again</Trans>
          </Button>
        </>
      )}
      {data && isOwn && (
        <Button
          variant="outlined"
          size="small"
          isBusy={isBusy}
          onClick={() => void attempt(() => remove(photo._id, deleteQuestion(photo)))}
        >
          <Trans>Delete photo</Trans>
        </Button>
      )}
      {data && !isOwn && isReported && (
        <p className="inline-flex items-center gap-2">
          <Icon path={checkIcon} size={1.25} />
          <Trans>Reported</Trans>
        </p>
      )}
      {data && !isOwn && !isReported && (
        <Button
          variant="outlined"
          size="small"
          isBusy={isBusy}
          onClick={() => void attempt(() => report(photo))}
        >
          <Trans>Report photo</Trans>
        </Button>
      )}
    </div>
  );
}

const deleteQuestion = ({ title }: Photo) => ({
  title: t`Delete this photo?`,
  text: t`“${title}” will be deleted for everyone. This cannot be undone.`,
});
