import { t } from '@lingui/core/macro';
import { formatNumber } from '#web/i18n/numbers.ts';
import type { PictureRejection } from '../picture/prepare.ts';
import { ACTIVE_STEPS, type Queue, type QueuedPhoto } from './queue.ts';

/**
 * Returns the status text of a photo's row; empty before the upload is started, and for a failed photo, which
 * has a Retry button.
 */
export function stepMessage({ step, progress, isQueued }: QueuedPhoto): string {
  switch (step) {
    case 'preparing':
      return t`Preparing`;
    case 'ready':
      return isQueued ? t`Waiting` : '';
    case 'sending': {
      const percent = formatNumber(Math.round(progress * 100));
      return t`Uploading: ${percent}%`;
    }
    case 'processing':
      return t`Checking the photo`;
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

/** Returns what screen readers announce: the photo being uploaded, a lost connection, or photos to retry. */
export function describeProgress({ photos, running }: Queue): string {
  const current = photos.find(({ step }) => step === 'offline' || ACTIVE_STEPS.includes(step));
  if (current) {
    if (current.step === 'offline') return stepMessage(current);
    const [position, count] = [formatNumber(photos.indexOf(current) + 1), formatNumber(photos.length)];
    const { name } = current.file;
    return t`Uploading photo ${position} of ${count}: ${name}`;
  }
  if (running) return '';
  const failed = photos.filter(({ step }) => step === 'failed');
  const names = failed.map(({ file }) => file.name).join(', ');
  return names && t`Not uploaded: ${names}. Press Retry.`;
}

/** Explains why a file cannot be uploaded and what to do. */
export function rejectionMessage(name: string, reason: PictureRejection): string {
  switch (reason) {
    case 'empty':
      return t`“${name}” is empty. Choose it again, or choose another photo.`;
    case 'type':
      return t`“${name}” is not a supported photo. Choose a JPEG, PNG, WebP, AVIF or GIF.`;
    case 'heic':
      return t`“${name}” is an iPhone HEIC photo, which this browser cannot read. On the iPhone, choose Settings, Camera, Formats, Most Compatible, or share the photo as JPEG. Then choose it again.`;
    case 'unreadable':
      return t`“${name}” cannot be opened and may be damaged. Choose another photo.`;
    case 'large':
      return t`“${name}” is larger than 10 MB. Choose a smaller photo.`;
  }
}
