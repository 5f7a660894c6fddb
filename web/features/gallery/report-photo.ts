import { t } from '@lingui/core/macro';
import { isGone, reasonOf } from './delete-photo.ts';

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
