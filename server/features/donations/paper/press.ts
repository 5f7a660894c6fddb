import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { AppError } from '#platform/errors.ts';
import { createFairQueue } from '#platform/fair-queue.ts';
import { rest, startHelper, stayFor } from '#platform/helper-process.ts';
import { seconds } from '#platform/time.ts';
import { requesterAddress } from '#platform/work.ts';
import type { Paper } from './document.ts';
import type { Made } from './pdf-maker.ts';

export type Press = {
  /**
   * Network addresses take turns, and accounts within an address.
   * @throws AppError unavailable (503) when too many wait already, or when the process did not live to the end
   */
  print(paper: Paper, account?: string): Promise<Uint8Array>;
  close(): void;
};

const entry = fileURLToPath(new URL('./pdf-maker.ts', import.meta.url));

/**
 * One paper after another, in a process of its own at a lower priority: it holds 200 MB while it works, which go back to
 * the system once it has had nothing to do for a while.
 */
export function createPress({
  start = () => startHelper(entry),
  patienceMs = seconds(20),
  idleMs = seconds(15),
  mostWaiting = 50,
} = {}): Press {
  const queue = createFairQueue({
    concurrency: 1,
    maxWaiting: mostWaiting,
    createFullError: () => new AppError('unavailable', { retryAfter: 10 }),
  });
  let maker: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;

  function end(): void {
    clearTimeout(idle);
    maker?.kill('SIGKILL');
    maker = undefined;
  }

  async function make(paper: Paper): Promise<Uint8Array> {
    clearTimeout(idle);
    if (maker && !maker.connected) end();
    maker ??= start();
    const made = await answerOf(maker, paper, patienceMs).catch((cause: unknown) => {
      end();
      throw new AppError('unavailable', { retryAfter: 5, cause });
    });
    idle = setTimeout(end, idleMs).unref();
    if ('failed' in made) throw new Error(`The paper was not laid out: ${made.failed}`);
    return made.pdf;
  }

  return {
    print: (paper, account = '') => queue.add({ address: requesterAddress(), account }, () => make(paper)),
    close: end,
  };
}

async function answerOf(child: ChildProcess, paper: Paper, patienceMs: number): Promise<Made> {
  const { promise, resolve, reject } = Promise.withResolvers<Made>();
  const fail = () => reject(new Error('The process that lays out papers has ended.'));
  const late = setTimeout(() => reject(new Error('A paper took too long.')), patienceMs);
  child.once('message', resolve).once('exit', fail);
  stayFor(child);
  try {
    child.send(paper, (error) => error && fail());
    return await promise;
  } finally {
    clearTimeout(late);
    child.off('message', resolve).off('exit', fail);
    rest(child);
  }
}
