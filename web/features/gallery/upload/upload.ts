import * as z from 'zod/mini';
import type { BodyOf } from '#contract/endpoint.ts';
import type { addPhoto } from '#contract/photos.ts';
import { titleOf } from './file-title.ts';

export type UploadPorts = {
  /** The image host of the configuration. */
  host(): Promise<{ uploadUrl: string; key: string }>;
  /** One POST to any address, our token going to our own origin only. */
  post(url: string, form: FormData): Promise<Response>;
  save(photo: BodyOf<typeof addPhoto>): Promise<{ acknowledged: boolean }>;
  /** Starts loading the list anew; nobody waits for it. */
  reload(): void;
  toast: { success(text: string): void; warning(text: string): void };
  log(message: string, error: unknown): void;
};

const HostAnswer = z.object({ data: z.object({ url: z.string() }) });

/**
 * Hands the file to the image host and its address to the product server. Never rejects. Two quirks are kept
 * as they are: without a file the attempt still proceeds, and a failed save is told in a success-style toast.
 */
export async function uploadImage(file: File | undefined, ports: UploadPorts): Promise<void> {
  if (!file) ports.toast.warning('Please Upload an image');
  const url = await sendToHost(file, ports);
  if (url) await savePhoto(url, file, ports);
}

async function sendToHost(file: File | undefined, ports: UploadPorts): Promise<string | undefined> {
  try {
    const { uploadUrl, key } = await ports.host();
    const form = new FormData();
    form.append('image', file ?? '');
    const answer = await ports.post(withKey(uploadUrl, key), form);
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
    return HostAnswer.parse(await answer.json()).data.url;
  } catch (error) {
    ports.log('The image host did not take the picture', error);
    return undefined;
  }
}

async function savePhoto(img: string, file: File | undefined, ports: UploadPorts): Promise<void> {
  try {
    const { acknowledged } = await ports.save({ img, ...(file && { title: titleOf(file.name) }) });
    if (!acknowledged) throw new Error('not acknowledged');
  } catch (error) {
    ports.log('The photo was not saved', error);
    ports.toast.success('Image Upload Failed');
    return;
  }
  ports.toast.success('Image Uploaded Successfully');
  ports.reload();
}

const withKey = (uploadUrl: string, key: string): string =>
  `${uploadUrl}${uploadUrl.includes('?') ? '&' : '?'}key=${encodeURIComponent(key)}`;
