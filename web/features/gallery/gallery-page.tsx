import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { usePhotos } from './photo-queries.ts';
import { PhotoWall } from './photo-wall.tsx';
import { UploadForm } from './upload/upload-form.tsx';

export const meta = () => [{ title: 'Photo Gallery | Blood Buddies' }];

export default function GalleryPage() {
  const { data, error, isFetching, refetch } = usePhotos();
  return (
    <div className="grid gap-8">
      <UploadForm reload={() => void refetch()} />
      <section className="grid gap-6" aria-labelledby="photo-gallery">
        <h1 id="photo-gallery" tabIndex={-1} className="text-center">
          PHOTO GALLERY
        </h1>
        {data && <PhotoWall photos={data} />}
        {!data && !error && (
          <div className="justify-self-center">
            <Spinner label="Loading the photos" />
          </div>
        )}
        {!data && error && (
          <LoadFailure what="The photos" error={error} busy={isFetching} retry={() => void refetch()} />
        )}
      </section>
    </div>
  );
}
