import { t } from '@lingui/core/macro';
import { ApiError } from '#web/api/errors.ts';

export type DeletePorts = {
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
  ports: DeletePorts,
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
export const isGone = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

export const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message : t`Something went wrong.`;
