// A process of its own on core 1 that reads evenly (autocannon sends the reads of a second all at its beginning, and
// counts whole milliseconds), checks each answer and tells the p99 in ms of each kind of read.
import { Agent, get } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { keepOnCore } from '../../cores.ts';

/** `items`: how many `_id` an answer holds. */
export type Read = { url: string; headers?: Record<string, string>; items: number };

/**
 * The kinds take turns, so that a pause of the machine meets all of them; of each kind one read after the other, and
 * again from the first. The first second is not counted.
 */
export type Reading = { kinds: Read[][]; everyMs: number; seconds: number };

process.once('message', async ({ kinds, everyMs, seconds }: Reading) => {
  keepOnCore(process.pid, 1);
  // By turns: a socket that a pause of the machine has added is used too, in place of being closed by the site as idle.
  const agent = new Agent({ keepAlive: true, scheduling: 'fifo' });
  const rounds = ((seconds + 1) * 1000) / everyMs / kinds.length;
  const notCounted = 1000 / everyMs / kinds.length;
  const asked: Promise<number>[][] = kinds.map(() => []);
  const began = performance.now();
  for (let round = 0; round < rounds; round += 1) {
    for (const [kind, reads] of kinds.entries()) {
      const early = began + (round * kinds.length + kind) * everyMs - performance.now();
      if (early > 0) await setTimeout(early);
      asked[kind]?.push(read(reads[round % reads.length] as Read, agent));
    }
  }
  process.send?.(await Promise.all(asked.map((waits) => p99(waits.slice(notCounted)))));
  process.disconnect?.();
  agent.destroy();
});

async function p99(waits: Promise<number>[]): Promise<number> {
  const sorted = (await Promise.all(waits)).sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN;
}

const read = ({ url, headers = {}, items }: Read, agent: Agent) =>
  new Promise<number>((resolve, reject) => {
    const began = performance.now();
    const asked = get(url, { agent, headers }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part: string) => (text += part));
      answer.on('end', () => {
        const took = performance.now() - began;
        const right = answer.statusCode === 200 && text.split('"_id":').length - 1 === items;
        if (right) resolve(took);
        else reject(new Error(`${url} answered ${answer.statusCode}: ${text.slice(0, 200)}`));
      });
    });
    asked.on('error', reject);
  });
