import * as z from 'zod/mini';
import type { BodyOf } from '#contract/endpoint.ts';
import { addMonths, utcMonth } from '#contract/months.ts';
import { openBox } from '#contract/sealed-box.ts';
import {
  type addSealedWalkIn,
  type addWalkIn,
  type PublicKey,
  sealingContext,
  WalkInDetails,
} from '#contract/staff-check-in.ts';
import { AppError } from '#platform/errors.ts';
import type { GetSecret } from '#platform/security/secrets.ts';
import type { Clock } from '#platform/time.ts';
import { createMonthlyKeys, monthToKeyId } from '#server/features/passes/monthly-keys.ts';
import { toStoredPhone } from '#server/http/read-phone.ts';

type Options = {
  getSecret: GetSecret;
  clock: Clock;
  /** Returns the country of the site, which decides how its phone numbers are written. */
  readCountry: () => Promise<string | null>;
};

/**
 * Creates the keys to which devices seal walk-ins, one per month. The previous month's key is still accepted,
 * because a device keeps a walk-in that it could not send for a week.
 */
export function createSealing({ getSecret, clock, readCountry }: Options) {
  const keys = createMonthlyKeys(getSecret, 'sealing-key');
  return {
    readPublicKey: (): Promise<PublicKey> => keys.readPublicKey(utcMonth(clock())),

    /**
     * Leaves out a phone number that cannot be dialed, because a rejection would lose the donor.
     * @throws AppError unreadable-walk-in (422)
     */
    async open({
      sealed,
      keyId,
      ...rest
    }: BodyOf<typeof addSealedWalkIn>): Promise<BodyOf<typeof addWalkIn>> {
      const current = utcMonth(clock());
      // Include the next month, because the clock of the server that issued the key may have been ahead.
      const month = [0, -1, 1]
        .map((n) => addMonths(current, n))
        .find((candidate) => monthToKeyId(candidate) === keyId);
      if (!month) throw new AppError('unreadable-walk-in');
      const key = (await keys.readKey(month)).export({ format: 'jwk' });
      const text = await openBox(key, sealed, sealingContext(rest)).catch((cause: unknown) => {
        throw new AppError('unreadable-walk-in', { cause });
      });
      const sealedDetails = z.safeParse(SealedDetails, parseJson(text));
      if (!sealedDetails.success) throw new AppError('unreadable-walk-in', { cause: sealedDetails.error });
      const { phone: typed = '', ...details } = sealedDetails.data;
      const phone = z.safeParse(WalkInDetails.shape.phone, toStoredPhone(typed, await readCountry()));
      return { ...rest, ...details, ...(phone.data && { phone: phone.data }) };
    },
  };
}

/** The details as the device checked them. */
const SealedDetails = z.extend(WalkInDetails, { phone: z.optional(z.string().check(z.trim())) });

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
