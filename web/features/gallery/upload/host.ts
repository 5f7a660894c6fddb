import * as z from 'zod/mini';

/** A picture that the image host holds. Pixels, where it told them. */
export type Hosted = { url: string; width?: number; height?: number };

export type HostPorts = {
  /** The image host of the configuration. */
  host(): Promise<{ uploadUrl: string; key: string }>;
  /** One POST to any address, our token going to our own origin only; `onProgress` takes a share from 0 to 1. */
  post(
    url: string,
    form: FormData,
    watched: { signal: AbortSignal; onProgress: (share: number) => void },
  ): Promise<Response>;
};

/** Hosted services tell more or less beside the address, and some tell numbers as text. */
const HostAnswer = z.object({
  data: z.object({ url: z.string(), width: z.optional(z.unknown()), height: z.optional(z.unknown()) }),
});

/** Hands a picture to the image host; without one the attempt is made all the same. Throws whatever went wrong. */
export async function hostPicture(
  file: File | undefined,
  { host, post }: HostPorts,
  watched: { signal: AbortSignal; onProgress: (share: number) => void },
): Promise<Hosted> {
  const { uploadUrl, key } = await host();
  const form = new FormData();
  form.append('image', file ?? '');
  const answer = await post(withKey(uploadUrl, key), form, watched);
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  const { url, width, height } = HostAnswer.parse(await answer.json()).data;
  return { url, ...sizeOf(width, height) };
}

const withKey = (uploadUrl: string, key: string): string =>
  `${uploadUrl}${uploadUrl.includes('?') ? '&' : '?'}key=${encodeURIComponent(key)}`;

function sizeOf(width: unknown, height: unknown): { width: number; height: number } | undefined {
  const size = { width: Number(width), height: Number(height) };
  const known = Object.values(size).every((side) => Number.isInteger(side) && side >= 1 && side <= 100_000);
  return known ? size : undefined;
}
