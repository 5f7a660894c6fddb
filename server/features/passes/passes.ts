import { sign } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { utcDay } from '#contract/days.ts';
import { centerNumber, encodePass, formatToken, isPassId } from '#contract/donation-pass.ts';
import { addMonths, utcMonth } from '#contract/months.ts';
import type { PublicKey } from '#contract/staff-check-in.ts';
import type { GetSecret } from '#platform/security/secrets.ts';
import { type Clock, days } from '#platform/time.ts';
import type { AppointmentRow } from '#server/db/tables.ts';
import { createMonthlyKeys, monthToKeyId } from './monthly-keys.ts';

/** Maximum age of a key, because passes are signed up to a year ahead and are valid until their day. */
const MAX_KEY_AGE_MONTHS = 13;
const MAX_CACHED = 5000;

/** Signs donation passes. Each month has its own key, which is one of the site's secrets. */
export function createPasses({ getSecret, clock }: { getSecret: GetSecret; clock: Clock }) {
  const keys = createMonthlyKeys(getSecret, 'pass-key');
  /**
   * Tokens are cached, because signatures are random, and reading a list again should return the same tokens.
   */
  const tokens = new LRUCache<string, string>({ max: MAX_CACHED });

  return {
    /**
     * Returns the token of an appointment at a center, today or later, or undefined for any other
     * appointment.
     */
    async sign({ id, day, center_id }: Pick<AppointmentRow, 'id' | 'day' | 'center_id'>) {
      if (center_id === null || day < utcDay(clock() - days(1)) || !isPassId(id)) return undefined;
      const month = utcMonth(clock());
      const cacheKey = `${month} ${id} ${day} ${center_id}`;
      const known = tokens.get(cacheKey);
      if (known) return known;
      const pass = { keyId: monthToKeyId(month), day, appointmentId: id, center: centerNumber(center_id) };
      const signed = encodePass(pass);
      const key = await keys.readKey(month);
      const token = formatToken(signed, sign('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }));
      tokens.set(cacheKey, token);
      return token;
    },

    /**
     * Returns the public keys of passes that may still be valid, and the key of next month, because devices
     * store the keys.
     */
    async listKeys(): Promise<PublicKey[]> {
      const current = utcMonth(clock());
      const months = Array.from({ length: MAX_KEY_AGE_MONTHS + 2 }, (_, n) => addMonths(current, 1 - n));
      return Promise.all(months.map(keys.readPublicKey));
    },
  };
}
