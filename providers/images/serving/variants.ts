import { AppError } from '#platform/errors.ts';
import { createConcurrencyLimit } from '#platform/jobs/concurrency-limit.ts';
import { requesterAddress } from '#platform/observability/request-context.ts';
import type { Format, Picture } from '../pictures/picture.ts';
import { findPicture } from '../pictures/repository.ts';
import type { PictureDeps } from '../pictures/rules.ts';

/** One way of serving a picture; the name is that of its file. */
export type Variant = { width: number; format: Format; name: string };

export function variantOf(picture: Picture, width: number, format: Format): Variant {
  const whole = width === picture.width && format === picture.format;
  return { width, format, name: whole ? 'original' : `w${width}.${format}` };
}

type Bytes = Uint8Array<ArrayBuffer>;

export type Variants = {
  /**
   * The bytes of that variant: read from storage, or made and kept. However many ask at once, it is made once, and not
   * at all when every request's signal was aborted before its turn came. `signal` is called only when it must be made.
   * @throws AppError not-found (404), too-many-requests (429), unavailable (503), request-aborted
   */
  bytes(picture: Picture, variant: Variant, signal?: () => AbortSignal): Promise<Bytes>;
};

/**
 * Requests from one address that may wait for new variants: five phones behind one mobile operator's address that open
 * the gallery send 300.
 */
const MAX_WAITING_PER_ADDRESS = 300;
const tooManyWaiting = () =>
  new AppError('too-many-requests', {
    retryAfter: 5,
    message:
      'Your network requested many new sizes of pictures at once. Wait a few seconds, then load the page again.',
  });

/** A variant that is not stored yet. Each address that requests it queues for it once; the first turn makes it. */
type Missing = {
  isBegun: boolean;
  /** Requests that wait for it. */
  waiting: number;
  places: Map<string, Promise<void>>;
  result: PromiseWithResolvers<Bytes>;
};

/** `limitScale` multiplies how many requests of one address may wait, for load tests. */
export function createVariants(
  parts: PictureDeps,
  { limitScale = 1 }: { limitScale?: number | undefined } = {},
): Variants {
  const limit = createConcurrencyLimit(Math.ceil(MAX_WAITING_PER_ADDRESS * limitScale), tooManyWaiting);
  const reads = new Map<string, Promise<Bytes | undefined>>();
  const missing = new Map<string, Missing>();

  function read(id: string, name: string): Promise<Bytes | undefined> {
    const key = `${id}/${name}`;
    const running = reads.get(key);
    if (running) return running;
    const reading = parts.storage.read(id, name).finally(() => reads.delete(key));
    reads.set(key, reading);
    return reading;
  }

  async function make(picture: Picture, { width, format }: Variant): Promise<Uint8Array> {
    const original = {
      path: parts.storage.pathFor?.(picture.id, 'original'),
      read: () => parts.storage.read(picture.id, 'original'),
    };
    const made = await parts.workers.vary(original, width, format);
    if (!made) throw new AppError('not-found');
    return made;
  }

  /**
   * One that cannot be kept is served all the same; the storage has told the log why. Whoever removes a picture takes
   * it from sight first: if it is gone by now, our file came after the clearing.
   */
  async function keep(id: string, name: string, made: Uint8Array): Promise<Bytes> {
    const kept = await parts.storage.write(id, name, made).then(
      () => true,
      () => false,
    );
    if (!kept || (await findPicture(parts.db, id))) return new Uint8Array(made);
    await parts.storage.remove(id, name);
    throw new AppError('not-found');
  }

  /** Queues for the turn of this address. The place in the queue is free again before the variant is stored. */
  async function queue(key: string, wanted: Missing, picture: Picture, variant: Variant): Promise<void> {
    const address = requesterAddress();
    const leave = () => {
      wanted.places.delete(address);
      if (wanted.places.size === 0) missing.delete(key);
    };
    try {
      await parts.workers.inTurn(async () => {
        if (wanted.isBegun) return;
        if (wanted.waiting === 0) return leave();
        wanted.isBegun = true;
        const making = make(picture, variant);
        const kept = making.then((made) => keep(picture.id, variant.name, made));
        wanted.result.resolve(kept.finally(() => missing.delete(key)));
        await Promise.allSettled([making]);
      });
    } catch (error) {
      // Another address's turn has come meanwhile.
      if (wanted.isBegun) return;
      leave();
      throw error;
    }
  }

  async function whenMade(
    key: string,
    picture: Picture,
    variant: Variant,
    signal?: () => AbortSignal,
  ): Promise<Bytes> {
    const address = requesterAddress();
    const wanted = missing.get(key) ?? createMissing();
    missing.set(key, wanted);
    const { promise } = wanted.result;
    if (wanted.isBegun) return promise;
    wanted.waiting += 1;
    try {
      const place = wanted.places.get(address) ?? queue(key, wanted, picture, variant);
      wanted.places.set(address, place);
      return await Promise.race([
        promise,
        place.then(() => promise),
        ...(signal ? [whenAborted(signal())] : []),
      ]);
    } finally {
      wanted.waiting -= 1;
    }
  }

  return {
    async bytes(picture, variant, signal) {
      const key = `${picture.id}/${variant.name}`;
      const stored = missing.has(key) ? undefined : await read(picture.id, variant.name);
      return stored ?? limit(requesterAddress(), () => whenMade(key, picture, variant, signal));
    },
  };
}

const createMissing = (): Missing => ({
  isBegun: false,
  waiting: 0,
  places: new Map(),
  result: Promise.withResolvers(),
});

const whenAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const abort = () => reject(new AppError('request-aborted'));
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
  });
