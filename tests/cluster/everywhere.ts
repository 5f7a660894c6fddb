import { setTimeout as pause } from 'node:timers/promises';

const PATIENCE_MS = 10_000;

/** Asks every replica itself until all of them say so: how long that took, in ms. */
export async function untilEverywhere(
  origins: readonly string[],
  says: (origin: string) => Promise<boolean>,
): Promise<number> {
  const since = performance.now();
  await Promise.all(
    origins.map(async (origin) => {
      while (!(await says(origin))) {
        if (performance.now() - since > PATIENCE_MS) throw new Error(`${origin} does not say so yet.`);
        await pause(10);
      }
    }),
  );
  return performance.now() - since;
}

export const statusOf = async (url: string, token: string): Promise<number> => {
  const answer = await fetch(url, { headers: { Authorization: `Bearer ${token}` } });
  await answer.arrayBuffer();
  return answer.status;
};

/** Whether one of the list has it, in any of its fields. */
export const lists = async (url: string, what: string): Promise<boolean> =>
  (await (await fetch(url)).text()).includes(what);
