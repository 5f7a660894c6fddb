import { AppError } from '#platform/errors.ts';
import type { Format, Picture } from '../pictures/picture.ts';
import { findPicture } from '../pictures/repository.ts';
import type { Parts } from '../pictures/rules.ts';

/** One way of serving a picture; the name is that of its file. */
export type Variant = { width: number; format: Format; name: string };

export function variantOf(picture: Picture, width: number, format: Format): Variant {
  const whole = width === picture.width && format === picture.format;
  return { width, format, name: whole ? 'original' : `w${width}.${format}` };
}

export type Variants = {
  /**
   * The bytes of that variant: read from storage, or made and kept. However many ask at once, it is made once.
   * @throws AppError not-found (404), unavailable (503)
   */
  bytes(picture: Picture, variant: Variant): Promise<Uint8Array<ArrayBuffer>>;
};

export function createVariants(parts: Parts): Variants {
  const underWay = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();

  async function readOrMake(picture: Picture, { name, width, format }: Variant) {
    const kept = await parts.storage.read(picture.id, name);
    if (kept) return kept;
    const original = {
      path: parts.storage.pathFor?.(picture.id, 'original'),
      read: () => parts.storage.read(picture.id, 'original'),
    };
    const made = await parts.workers.vary(original, width, format);
    if (!made) throw new AppError('not-found');
    await keep(picture.id, name, made);
    return new Uint8Array(made);
  }

  /**
   * One that cannot be kept is served all the same; the storage has told the log why. Whoever removes a picture takes
   * it from sight first: if it is gone by now, our file came after the clearing.
   */
  async function keep(id: string, name: string, made: Uint8Array): Promise<void> {
    const kept = await parts.storage.write(id, name, made).then(
      () => true,
      () => false,
    );
    if (!kept || (await findPicture(parts.db, id))) return;
    await parts.storage.remove(id, name);
    throw new AppError('not-found');
  }

  return {
    bytes(picture, variant) {
      const key = `${picture.id}/${variant.name}`;
      const running = underWay.get(key);
      if (running) return running;
      const work = readOrMake(picture, variant).finally(() => underWay.delete(key));
      underWay.set(key, work);
      return work;
    },
  };
}
