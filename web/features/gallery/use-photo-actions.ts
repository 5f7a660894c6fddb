import { t } from '@lingui/core/macro';
import { useEffect, useRef } from 'react';
import {
  deletePhoto as deletePhotoEndpoint,
  type Photo,
  reportPhoto as reportPhotoEndpoint,
} from '#contract/photos.ts';
import { call } from '#web/api/client.ts';
import { ApiError, NetworkError } from '#web/api/errors.ts';
import { useQueryClient } from '#web/api/queries.ts';
import { useSession } from '#web/auth/auth-provider.tsx';
import { confirmDialog } from '#web/components/dialogs.ts';
import { errorText } from '#web/components/error-text.ts';
import { toast } from '#web/components/toast.ts';
import { hidePhoto, ownPhotosQuery, restorePhoto } from './photo-queries.ts';

/** Returns the actions on photos: `remove` and `report`. Neither rejects. */
export function usePhotoActions() {
  const cache = useQueryClient();
  const { queryKey } = ownPhotosQuery(useSession().user?.uid);

  // Close the confirmation when the page is left, because another user may be signed in by then.
  const pageController = useRef<AbortController>(undefined);
  useEffect(() => {
    const controller = new AbortController();
    pageController.current = controller;
    return () => controller.abort();
  }, []);
  const confirm = (question: { title: string; text: string }) =>
    confirmDialog({ ...question, signal: pageController.current?.signal });

  const remove = (id: string, question: { title: string; text: string }) =>
    deletePhoto(question, {
      confirm,
      send: () => call(deletePhotoEndpoint, { params: { id } }),
      hide: () => hidePhoto(id),
      restore: () => restorePhoto(id),
      reload: () => {
        void cache.invalidateQueries({ queryKey: ['photo-gallery'] });
        void cache.invalidateQueries({ queryKey });
      },
      toast,
    });

  const report = ({ _id: id, title }: Photo) =>
    reportPhoto(title, {
      confirm,
      send: () => call(reportPhotoEndpoint, { params: { id } }),
      markReported: () => {
        cache.setQueryData(queryKey, (data) => data && { ...data, reported: [...data.reported, id] });
        void cache.invalidateQueries({ queryKey });
      },
      toast,
    });

  return { remove, report };
}

export type DeleteDeps = {
  confirm(question: { title: string; text: string }): Promise<boolean>;
  /** Throws ApiError or NetworkError. */
  send(): Promise<unknown>;
  /** Hides the photo in the gallery. `restore` shows it again. */
  hide(): void;
  restore(): void;
  /** Starts a reload of the lists without waiting for it. */
  reload(): void;
  toast: { success(text: string): void; error(text: string): void };
};

/** Deletes a photo after a confirmation. Hides it immediately and shows it again if the request fails. */
export async function deletePhoto(
  question: { title: string; text: string },
  deps: DeleteDeps,
): Promise<void> {
  if (!(await deps.confirm(question))) return;
  deps.hide();
  try {
    await deps.send();
  } catch (error) {
    if (!isNotFound(error)) {
      deps.restore();
      const reason = errorText(error);
      // If there was no response, the photo may have been deleted. Another attempt then also succeeds.
      const isUnknown = error instanceof NetworkError;
      if (isUnknown) deps.reload();
      deps.toast.error(isUnknown ? reason : t`${reason} Your photo has not been deleted.`);
      return;
    }
  }
  deps.toast.success(t`Your photo has been deleted.`);
  deps.reload();
}

/** True for 404: the photo was already deleted, for example in another tab. */
const isNotFound = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

export type ReportDeps = {
  confirm(question: { title: string; text: string }): Promise<boolean>;
  /** Throws ApiError or NetworkError. */
  send(): Promise<unknown>;
  /** Marks the photo as reported by this member. */
  markReported(): void;
  toast: { success(text: string): void; error(text: string): void };
};

export async function reportPhoto(title: string, deps: ReportDeps): Promise<void> {
  const isConfirmed = await deps.confirm({
    title: t`Report this photo?`,
    text: t`If several people report “${title}”, we hide it until we have checked it.`,
  });
  if (!isConfirmed) return;
  try {
    await deps.send();
  } catch (error) {
    const reason = errorText(error);
    if (!isNotFound(error)) return deps.toast.error(t`${reason} The photo has not been reported.`);
  }
  deps.markReported();
  deps.toast.success(t`Thank you. We will check this photo.`);
}
