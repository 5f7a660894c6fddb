import { t } from '@lingui/core/macro';
import { numberText } from '#web/language/numbers.ts';
import type { Photo, Queue } from './queue.ts';

/** What a photo's row says of it. A failure says nothing: its Retry button does. */
export function stepWords({ step, share, wanted }: Photo): string {
  switch (step) {
    case 'preparing':
      return t`Getting it ready`;
    case 'ready':
      return wanted ? t`Waiting for its turn` : '';
    case 'sending': {
      const percent = numberText(Math.round(share * 100));
      return t`Sending: ${percent}%`;
    }
    case 'hosting':
      return t`Sent. The picture is being checked`;
    case 'saving':
      return t`Putting it into the gallery`;
    case 'offline':
      return t`No connection. It goes on by itself when the line is back`;
    case 'failed':
      return '';
    case 'done':
      return t`Uploaded`;
  }
}

/** What a screen reader says: one sentence when a photo's turn comes, when the line goes, when there is something to do. */
export function announcement({ photos, running }: Queue): string {
  const now = photos.find(({ step }) => ['sending', 'hosting', 'saving', 'offline'].includes(step));
  if (now) {
    if (now.step === 'offline') return stepWords(now);
    const [place, count] = [numberText(photos.indexOf(now) + 1), numberText(photos.length)];
    const { name } = now.file;
    return t`Uploading photo ${place} of ${count}: ${name}`;
  }
  if (running) return '';
  const failed = photos.filter(({ step }) => step === 'failed');
  const names = failed.map(({ file }) => file.name).join(', ');
  return names && t`You can retry: ${names}`;
}
