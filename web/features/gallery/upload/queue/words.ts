import type { Photo, Queue } from './queue.ts';

/** What a photo's row says of it. A failure says nothing: its Retry button does. */
export function stepWords({ step, share, wanted }: Photo): string {
  switch (step) {
    case 'preparing':
      return 'Getting it ready';
    case 'ready':
      return wanted ? 'Waiting for its turn' : '';
    case 'sending':
      return `Sending: ${Math.round(share * 100)}%`;
    case 'hosting':
      return 'Sent. The picture is being checked';
    case 'saving':
      return 'Putting it into the gallery';
    case 'offline':
      return 'No connection. It goes on by itself when the line is back';
    case 'failed':
      return '';
    case 'done':
      return 'Uploaded';
  }
}

/** What a screen reader says: one sentence when a photo's turn comes, when the line goes, when there is something to do. */
export function announcement({ photos, running }: Queue): string {
  const now = photos.find(({ step }) => ['sending', 'hosting', 'saving', 'offline'].includes(step));
  if (now) {
    if (now.step === 'offline') return stepWords(now);
    return `Uploading photo ${photos.indexOf(now) + 1} of ${photos.length}: ${now.file.name}`;
  }
  if (running) return '';
  const failed = photos.filter(({ step }) => step === 'failed');
  return failed.length > 0 ? `You can retry: ${failed.map(({ file }) => file.name).join(', ')}` : '';
}
