import { normalize } from '#platform/text.ts';
import { extensionOf, type Picture, pictureAddress } from '../pictures/picture.ts';

export type UploadAnswer = ReturnType<typeof uploadAnswer>;

/** The response of hosted image services to an upload. Pixels, bytes; `time` in seconds since 1970. */
export function uploadAnswer(picture: Picture, filename: string, publicUrl: string) {
  const { id, width, height, bytes, format, createdAt } = picture;
  const url = pictureAddress(publicUrl, id);
  const extension = extensionOf(format);
  const image = { filename: `${id}.${extension}`, name: id, mime: `image/${format}`, extension, url };
  const time = Math.floor(createdAt / 1000);
  const title = titleFrom(filename);
  const data = { id, title, url, display_url: url, width, height, size: bytes, time, image };
  return { data, success: true, status: 200 };
}

/** The file's name without its ending and without anything that is not text. */
function titleFrom(filename: string): string {
  const name = normalize(filename, 'NFC')
    .replace(/\.[^.]*$/, '')
    .replace(/\p{C}+/gu, '')
    .trim()
    .slice(0, 100);
  return /[\p{L}\p{N}]/u.test(name) ? name : 'photo';
}
