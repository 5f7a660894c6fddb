import { normalize } from '#platform/text.ts';
import { type Picture, pictureAddress, type StoredFormat } from '../pictures/picture.ts';

/** What hosted image services answer to an upload. Pixels, bytes; `time` in seconds since 1970. */
export type UploadAnswer = {
  data: {
    id: string;
    title: string;
    url: string;
    display_url: string;
    width: number;
    height: number;
    size: number;
    time: number;
    image: { filename: string; name: string; mime: string; extension: string; url: string };
  };
  success: true;
  status: 200;
};

const extensions: Record<StoredFormat, string> = { jpeg: 'jpg', webp: 'webp' };

export function uploadAnswer(picture: Picture, filename: string, publicUrl: string): UploadAnswer {
  const { id, width, height, bytes, format, createdAt } = picture;
  const url = pictureAddress(publicUrl, id);
  const extension = extensions[format];
  const image = { filename: `${id}.${extension}`, name: id, mime: `image/${format}`, extension, url };
  const time = Math.floor(createdAt / 1000);
  const data = {
    id,
    title: titleFrom(filename),
    url,
    display_url: url,
    width,
    height,
    size: bytes,
    time,
    image,
  };
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
