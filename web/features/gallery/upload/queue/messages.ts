import { t } from '@lingui/core/macro';
import { formatNumber } from '#web/i18n/numbers.ts';
import type { PictureRejection } from '../picture/prepare.ts';
import type { Photo, Queue } from './queue.ts';

/** What a photo's row says of it. A failure says nothing: its Retry button does. */
export function stepMessages({ step, share, wanted }: Photo): string {
  switch (step) {
    case 'preparing':
      return t`Preparing`;
    case 'ready':
      return wanted ? t`Waiting` : '';
    case 'sending': {
      const percent = formatNumber(Math.round(share * 100));
      return t`Sending: ${percent}%`;
    }
    case 'hosting':
      return t`Sent. The picture is being checked`;
    case 'saving':
      return t`Adding to the gallery`;
    case 'offline':
      return t`You're offline. The upload resumes when you reconnect.`;
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
    if (now.step === 'offline') return stepMessages(now);
    const [place, count] = [formatNumber(photos.indexOf(now) + 1), formatNumber(photos.length)];
    const { name } = now.file;
    return t`Uploading photo ${place} of ${count}: ${name}`;
  }
  if (running) return '';
  const failed = photos.filter(({ step }) => step === 'failed');
  const names = failed.map(({ file }) => file.name).join(', ');
  return names && t`You can retry: ${names}`;
}

/** A sentence for whoever chose that file: what is wrong, and what to do. */
export function rejectionMessages(name: string, refused: PictureRejection): string {
  switch (refused) {
    case 'empty':
      return t`“${name}” is empty. Please choose it again, or another photo.`;
    case 'type':
      return t`“${name}” is not a photo we can take. Please choose a JPEG, PNG, WebP, AVIF or GIF.`;
    case 'heic':
      return t`“${name}” is an iPhone HEIC photo, which this browser cannot read. On the iPhone choose Settings, Camera, Formats, Most Compatible, or share the photo as JPEG, and choose it again.`;
    case 'unreadable':
      return t`“${name}” cannot be opened: it seems to be damaged. Please choose another photo.`;
    case 'large':
      return t`“${name}” is too large: a photo may have at most 10 MB. Please choose a smaller one.`;
  }
}

/** Cameras count, people name: `IMG_20261121_101500`, `DSC-0042`, `20261121_101500`. */
const namedByCamera = /^(img|dsc[fn]?|pxl|mvimg|image|photo|screenshot|wa|[\d\s_().,-])*$/i;

/** A title for a picture, which is also its alternative text, from the name of its file. */
export function titleOf(fileName: string): string {
  const name = fileName
    .normalize('NFC')
    .replace(/\.[^.]*$/, '')
    .replace(/[_\-\s]+/g, ' ')
    .replace(/\p{Cc}/gu, '')
    .trim();
  return name === '' || namedByCamera.test(name) ? t`A photo from our community` : cutTo(200, name);
}

/** Whole characters only, so that no emoji is cut in two. */
const cutTo = (length: number, text: string): string => {
  let cut = '';
  for (const character of text) {
    if (cut.length + character.length > length) break;
    cut += character;
  }
  return cut.trim();
};
