import { t } from '@lingui/core/macro';
import { useEffect, useRef } from 'react';
import { deletePhoto as deleteCall, type Photo, reportPhoto as reportCall } from '#contract/photos.ts';
import { call } from '#web/api/client.ts';
import { ApiError } from '#web/api/errors.ts';
import { useQueryClient } from '#web/api/queries.ts';
import { useSession } from '#web/auth/auth-provider.tsx';
import { confirmDialog as askPerson } from '#web/components/dialogs.ts';
import { toast } from '#web/components/toast.ts';
import { hidePhoto, ownPhotosQuery, restorePhoto } from './photo-queries.ts';

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
      takeAway: () => hidePhoto(id),
      putBack: () => restorePhoto(id),
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

export type DeleteDeps = {
  ask(question: { title: string; text: string }): Promise<boolean>;
  /** Throws ApiError or NetworkError. */
  send(): Promise<unknown>;
  /** The photo leaves the wall, or comes back to it. */
  takeAway(): void;
  putBack(): void;
  /** Loads the lists anew; nobody waits for it. */
  reload(): void;
  toast: { success(text: string): void; error(text: string): void };
};

/** Asks, takes the photo away at once, and brings it back when it could not be deleted. */
export async function deletePhoto(
  question: { title: string; text: string },
  ports: DeleteDeps,
): Promise<void> {
  if (!(await ports.ask(question))) return;
  ports.takeAway();
  try {
    await ports.send();
  } catch (error) {
    if (!isGone(error)) {
      ports.putBack();
      const reason = reasonOf(error);
      ports.toast.error(t`${reason} Your photo has not been deleted.`);
      return;
    }
  }
  ports.toast.success(t`Your photo has been deleted.`);
  ports.reload();
}

/** Somebody was faster, perhaps the same person in another tab: what was asked for is so. */
const isGone = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message : t`Something went wrong.`;

export type ReportDeps = {
  ask(question: { title: string; text: string }): Promise<boolean>;
  /** Throws ApiError or NetworkError. */
  send(): Promise<unknown>;
  /** From now on the photo counts as reported by this member. */
  remember(): void;
  toast: { success(text: string): void; error(text: string): void };
};

export async function reportPhoto(title: string, ports: ReportDeps): Promise<void> {
  const sure = await ports.ask({
    title: t`Report this photo?`,
    text: t`If several people report “${title}”, we hide it until we have reviewed it.`,
  });
  if (!sure) return;
  try {
    await ports.send();
  } catch (error) {
    const reason = reasonOf(error);
    if (!isGone(error)) return ports.toast.error(t`${reason} The photo has not been reported.`);
  }
  ports.remember();
  ports.toast.success(t`Thank you. We will look at this photo.`);
}
