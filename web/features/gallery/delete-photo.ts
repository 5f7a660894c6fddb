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
const isGone = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message : t`Something went wrong.`;

export type ReportPorts = {
  ask(question: { title: string; text: string }): Promise<boolean>;
  /** Throws ApiError or NetworkError. */
  send(): Promise<unknown>;
  /** From now on the photo counts as reported by this member. */
  remember(): void;
  toast: { success(text: string): void; error(text: string): void };
};

/** Asks, reports, and thanks. */
export async function reportPhoto(title: string, ports: ReportPorts): Promise<void> {
  const sure = await ports.ask({
    title: t`Report this photo?`,
    text: t`“${title}” is hidden once several people have reported it, until we have looked at it.`,
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
