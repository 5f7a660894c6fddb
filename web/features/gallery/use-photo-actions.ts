import { useEffect, useRef } from 'react';
import { deletePhoto as deleteCall, type Photo, reportPhoto as reportCall } from '#contract/photos.ts';
import { call } from '#web/api/client.ts';
import { useQueryClient } from '#web/api/queries.ts';
import { useSession } from '#web/session/session.tsx';
import { ask as askPerson } from '#web/ui/dialogs.ts';
import { toast } from '#web/ui/toast.ts';
import { deletePhoto, reportPhoto } from './delete-photo.ts';
import { ownPhotosQuery, putBack, takeAway } from './photo-queries.ts';

/** What a member can do with photos. Neither ever rejects. */
export function usePhotoActions() {
  const cache = useQueryClient();
  const { queryKey } = ownPhotosQuery(useSession().user?.uid);

  // A question goes with the page that put it: its answer would be another person's.
  const page = useRef<AbortController>(undefined);
  useEffect(() => {
    const here = new AbortController();
    page.current = here;
    return () => here.abort();
  }, []);
  const ask = (question: { title: string; text: string }) =>
    askPerson({ ...question, signal: page.current?.signal });

  const remove = (id: string, question: { title: string; text: string }) =>
    deletePhoto(question, {
      ask,
      send: () => call(deleteCall, { params: { id } }),
      takeAway: () => takeAway(id),
      putBack: () => putBack(id),
      reload: () => {
        void cache.invalidateQueries({ queryKey: ['photo-gallery'] });
        void cache.invalidateQueries({ queryKey });
      },
      toast,
    });

  const report = ({ _id: id, title }: Photo) =>
    reportPhoto(title, {
      ask,
      send: () => call(reportCall, { params: { id } }),
      remember: () => {
        cache.setQueryData(queryKey, (known) => known && { ...known, reported: [...known.reported, id] });
        void cache.invalidateQueries({ queryKey });
      },
      toast,
    });

  return { remove, report };
}
