import type { Refusal } from './prepare.ts';

const words: Record<Refusal, string> = {
  empty: 'is empty. Please choose it again, or another photo.',
  type: 'is not a photo we can take. Please choose a JPEG, PNG, WebP, AVIF or GIF.',
  heic:
    'is an iPhone HEIC photo, which this browser cannot read. On the iPhone choose Settings, Camera, Formats, ' +
    'Most Compatible, or share the photo as JPEG, and choose it again.',
  unreadable: 'cannot be opened: it seems to be damaged. Please choose another photo.',
  large: 'is too large: a photo may have at most 10 MB. Please choose a smaller one.',
};

/** A sentence for whoever chose that file: what is wrong, and what to do. */
export const refusalWords = (name: string, refused: Refusal): string => `“${name}” ${words[refused]}`;
