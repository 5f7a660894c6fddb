import { t } from '@lingui/core/macro';

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
