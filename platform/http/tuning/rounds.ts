/** So many are taken in any case: neither a pause of the machine nor a few hundred who come together are a queue. */
const ANYWAY = 512;
/** How long a round of the event loop goes on taking requests; a new connection waits for its end. */
const MOST_MS = 100;

export type Rounds = {
  /** Whether this round of the event loop has taken as much as one may. */
  isFull(): boolean;
  /** One more is taken. */
  take(): void;
};

/**
 * Node reads all requests that have come before it takes a new connection or sends on what is under way, and many of
 * ours are done as they are read: then the queue is not under way here but in the system's sockets, and shows as a
 * round of the event loop that will not end.
 */
export function countRounds(
  now: () => number = () => performance.now(),
  atItsEnd: (done: () => void) => void = setImmediate,
): Rounds {
  let taken = 0;
  let began = 0;
  return {
    isFull: () => taken >= ANYWAY && now() - began >= MOST_MS,
    take() {
      if (taken === 0) {
        began = now();
        atItsEnd(() => {
          taken = 0;
        });
      }
      taken += 1;
    },
  };
}
