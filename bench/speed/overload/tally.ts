import autocannon from 'autocannon';

/** What was answered, a second; times in ms. */
export type Tally = {
  asked: number;
  /** Done within a second. */
  inTime: number;
  accepted: number;
  acceptedP99: number;
  refused: number;
  refusedP99: number;
};

const IN_TIME_MS = 1000;

/** Counts the answers of several runs of autocannon together. */
export function createTally() {
  const times: Record<number, number[]> = { 200: [], 503: [] };
  const lasted: number[] = [];
  return {
    /** Throws for an answer that is neither 200 nor 503. */
    async count(options: autocannon.Options): Promise<void> {
      const { promise, resolve, reject } = Promise.withResolvers<autocannon.Result>();
      autocannon({ ...options, verifyBody: isKnown }, (error, result) =>
        error ? reject(error) : resolve(result),
      ).on('response', (_client, status, _bytes, ms) => times[status]?.push(ms));
      const { errors, mismatches, duration, statusCodeStats = {} } = await promise;
      lasted.push(duration);
      const others = Object.keys(statusCodeStats).filter((status) => !(status in times));
      if (errors || mismatches || others.length > 0) {
        const answered = Object.keys(statusCodeStats);
        throw new Error(`${errors} without an answer, ${mismatches} with another one, and told ${answered}.`);
      }
    },
    told(): Tally {
      const seconds = lasted.reduce((sum, one) => sum + one, 0) / lasted.length;
      const { 200: accepted = [], 503: refused = [] } = times;
      return {
        asked: (accepted.length + refused.length) / seconds,
        inTime: accepted.filter((ms) => ms <= IN_TIME_MS).length / seconds,
        accepted: accepted.length / seconds,
        acceptedP99: p99(accepted),
        refused: refused.length / seconds,
        refusedP99: p99(refused),
      };
    },
  };
}

/** A list, a booking that was taken, or the refusal in the house's shape. */
const isKnown = (body: unknown): boolean =>
  /^(\[|\{"success":true,|\{"error":\{"code":"unavailable",)/.test(String(body));

const p99 = (times: number[]): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0;
