import { t } from '@lingui/core/macro';
import type { Refusal } from './prepare.ts';

/** A sentence for whoever chose that file: what is wrong, and what to do. */
export function refusalWords(name: string, refused: Refusal): string {
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
