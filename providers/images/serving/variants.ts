import { AppError } from '#platform/errors.ts';
import { createConcurrencyLimit } from '#platform/jobs/concurrency-limit.ts';
import { requesterAddress } from '#platform/observability/request-context.ts';
import { formatOfLogo, type LogoForm } from '../imaging/logo-forms.ts';
import type { VariantSize } from '../imaging/worker-pool.ts';
import type { Format, Picture } from '../pictures/picture.ts';
import { findPicture } from '../pictures/repository.ts';
import type { PictureDeps } from '../pictures/rules.ts';

/** A rendition of a picture. `name` is its file name in the storage. */
export type Variant = { size: VariantSize; format: Format; name: string };

export function logoVariant(form: LogoForm): Variant {
  const format = formatOfLogo(form);
  return { size: form, format, name: `${form}.${format}` };
}

export function variantOf(picture: Picture, width: number, format: Format): Variant {
  const isOriginal = width === picture.width && format === picture.format;
  return { size: width, format, name: isOriginal ? 'original' : `w${width}.${format}` };
}

type Bytes = Uint8Array<ArrayBuffer>;

export type Variants = {
  /**
   * Returns the stored bytes, or generates and stores the variant once for all concurrent requests, unless
   * all of them were aborted. Calls `signal` only if the variant must be generated.
   * @throws AppError not-found (404), too-many-requests (429), unavailable (503), request-aborted (400)
   */
  bytes(picture: Picture, variant: Variant, signal?: () => AbortSignal): Promise<Bytes>;
  /** Returns how many requests wait for a variant. */
  waiting(): number;
};

/**
 * Maximum number of requests from one address that wait for new variants. Five phones that open the gallery
 * through one mobile carrier's address send 300.
 */
const MAX_WAITING_PER_ADDRESS = 300;
const tooManyVariantsError = () =>
  new AppError('too-many-requests', {
    retryAfter: 5,
    message:
      'Your network requested many new sizes of pictures at once. Wait a few seconds, then load the page again.',
  });

/**
 * A variant that is not stored yet. Each requesting address has one entry in the queue. The first entry that
 * runs generates the variant.
 */
type PendingVariant = {
  isStarted: boolean;
  /** Number of requests that wait for this variant. */
  waitingCount: number;
  queueEntries: Map<string, Promise<void>>;
  result: PromiseWithResolvers<Bytes>;
};

/** `limitScale` multiplies the number of waiting requests per address, for load tests. */
export function createVariants(
  deps: PictureDeps,
  { limitScale = 1 }: { limitScale?: number | undefined } = {},
): Variants {
  const limit = createConcurrencyLimit(Math.ceil(MAX_WAITING_PER_ADDRESS * limitScale), tooManyVariantsError);
  const reads = new Map<string, Promise<Bytes | undefined>>();
  const pendingVariants = new Map<string, PendingVariant>();

  function read(id: string, name: string): Promise<Bytes | undefined> {
    const key = `${id}/${name}`;
    const running = reads.get(key);
    if (running) return running;
    const reading = deps.storage.read(id, name).finally(() => reads.delete(key));
    reads.set(key, reading);
    return reading;
  }

  async function generate(picture: Picture, { size, format }: Variant): Promise<Uint8Array> {
    const original = {
      path: deps.storage.pathFor?.(picture.id, 'original'),
      read: () => deps.storage.read(picture.id, 'original'),
    };
    const generated = await deps.workers.resize(original, size, format);
    if (!generated) throw new AppError('not-found');
    return generated;
  }

  /**
   * Stores and returns the variant. Returns it even if storing fails. If the picture was removed in the
   * meantime, its files may already be gone, so removes this file again.
   */
  async function store(id: string, name: string, generated: Uint8Array): Promise<Bytes> {
    const isStored = await deps.storage.write(id, name, generated).then(
      () => true,
      () => false,
    );
    if (!isStored || (await findPicture(deps.db, id))) return new Uint8Array(generated);
    await deps.storage.remove(id, name);
    throw new AppError('not-found');
  }

  /**
   * Queues generating the variant, for the requester's address. Resolves when it is generated, before it is
   * stored.
   */
  async function queue(
    key: string,
    pending: PendingVariant,
    picture: Picture,
    variant: Variant,
  ): Promise<void> {
    const address = requesterAddress();
    const leave = () => {
      pending.queueEntries.delete(address);
      if (pending.queueEntries.size === 0) pendingVariants.delete(key);
    };
    try {
      await deps.workers.enqueue(async () => {
        if (pending.isStarted) return;
        if (pending.waitingCount === 0) return leave();
        pending.isStarted = true;
        const generating = generate(picture, variant);
        const isStored = generating.then((generated) => store(picture.id, variant.name, generated));
        pending.result.resolve(isStored.finally(() => pendingVariants.delete(key)));
        await Promise.allSettled([generating]);
      });
    } catch (error) {
      // Another address's entry has started in the meantime.
      if (pending.isStarted) return;
      leave();
      throw error;
    }
  }

  async function waitForVariant(
    key: string,
    picture: Picture,
    variant: Variant,
    signal?: () => AbortSignal,
  ): Promise<Bytes> {
    const address = requesterAddress();
    const pending = pendingVariants.get(key) ?? createPending();
    pendingVariants.set(key, pending);
    const { promise } = pending.result;
    if (pending.isStarted) return promise;
    pending.waitingCount += 1;
    try {
      const entry = pending.queueEntries.get(address) ?? queue(key, pending, picture, variant);
      pending.queueEntries.set(address, entry);
      return await Promise.race([
        promise,
        entry.then(() => promise),
        ...(signal ? [whenAborted(signal())] : []),
      ]);
    } finally {
      pending.waitingCount -= 1;
    }
  }

  return {
    waiting: limit.inFlight,
    async bytes(picture, variant, signal) {
      const key = `${picture.id}/${variant.name}`;
      const stored = pendingVariants.has(key) ? undefined : await read(picture.id, variant.name);
      return stored ?? limit(requesterAddress(), () => waitForVariant(key, picture, variant, signal));
    },
  };
}

const createPending = (): PendingVariant => ({
  isStarted: false,
  waitingCount: 0,
  queueEntries: new Map(),
  result: Promise.withResolvers(),
});

const whenAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const abort = () => reject(new AppError('request-aborted'));
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
  });
