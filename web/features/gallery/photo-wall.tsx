import type { Photo } from '#contract/photos.ts';
import { Masonry } from '#web/ui/masonry.tsx';
import { Picture } from './picture.tsx';

/** All photos, newest first. */
export function PhotoWall({ photos }: { photos: Photo[] }) {
  if (photos.length === 0)
    return <p className="bb-lead text-center">No photos yet. Yours could be the first.</p>;
  return <Masonry items={photos} label="Photos" render={(photo) => <Picture photo={photo} />} />;
}
