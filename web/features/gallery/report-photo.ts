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
    title: 'Report this photo?',
    text: `“${title}” is hidden once several people have reported it, until we have looked at it.`,
  });
  if (!sure) return;
  try {
    await ports.send();
  } catch (error) {
    if (!isGone(error)) return ports.toast.error(`${reasonOf(error)} The photo has not been reported.`);
  }
  ports.remember();
  ports.toast.success('Thank you. We will look at this photo.');
}
