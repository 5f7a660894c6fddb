import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect } from 'react';
import type { Photo } from '#contract/photos.ts';
import { useSession } from '#web/auth/auth-provider.tsx';
import { Button } from '#web/components/button.tsx';
import { useFormAction } from '#web/components/form-error.tsx';
import { Icon } from '#web/components/icon.tsx';
import { useOwnPhotos } from './photo-queries.ts';
import { usePhotoActions } from './use-photo-actions.ts';

type Props = { photo: Photo /** Takes the focus when what had it has gone. */; goBack: () => void };

/** Something to know or to do, below the photos. */
export const dialogLineClass =
  'flex min-h-10 flex-wrap items-center justify-center gap-x-4 gap-y-2 px-4 text-center';

/** One's own photo can be deleted, another's reported; nobody who is not signed in can do either. */
export function PhotoActions({ photo, goBack }: Props) {
  const { user } = useSession();
  const { data, error, isFetching, refetch } = useOwnPhotos();
  const { remove, report } = usePhotoActions();
  const { busy, attempt } = useFormAction();

  const own = data?.own.some(({ _id }) => _id === photo._id) ?? false;
  const reported = data?.reported.includes(photo._id) ?? false;

  // The button that had the focus may have gone, by what it did or with its photo.
  // biome-ignore lint/correctness/useExhaustiveDependencies: looks again after each of these changes
  useEffect(() => {
    if (document.activeElement === document.body) goBack();
  }, [goBack, own, reported]);

  if (!user) return null;
  return (
    <div className={dialogLineClass}>
      {!data && error && (
        <>
          <p>
            <Trans>What you can do with this photo could not be loaded.</Trans>
          </p>
          <Button look="quiet" size="small" busy={isFetching} onClick={() => void refetch()}>
            <Trans>Try again</Trans>
          </Button>
        </>
      )}
      {data && own && (
        <Button
          look="quiet"
          size="small"
          busy={busy}
          onClick={() => void attempt(() => remove(photo._id, deleting(photo)))}
        >
          <Trans>Delete photo</Trans>
        </Button>
      )}
      {data && !own && reported && (
        <p className="inline-flex items-center gap-2">
          <Icon name="check" size={1.25} />
          <Trans>Reported</Trans>
        </p>
      )}
      {data && !own && !reported && (
        <Button look="quiet" size="small" busy={busy} onClick={() => void attempt(() => report(photo))}>
          <Trans>Report photo</Trans>
        </Button>
      )}
    </div>
  );
}

const deleting = ({ title }: Photo) => ({
  title: t`Delete this photo?`,
  text: t`“${title}” will be deleted for everyone. This cannot be undone.`,
});
