import { setTimeout as pause } from 'node:timers/promises';

const TIMEOUT_MS = 10_000;

/** Polls every replica until the condition holds on all of them. Returns the time taken, in ms. */
export async function waitForAllReplicas(
  origins: readonly string[],
  condition: (origin: string) => Promise<boolean>,
): Promise<number> {
  const startedAt = performance.now();
  await Promise.all(
    origins.map(async (origin) => {
      while (!(await condition(origin))) {
        if (performance.now() - startedAt > TIMEOUT_MS)
          throw new Error(`${origin} does not fulfill the condition yet.`);
        await pause(10);
      }
    }),
  );
  return performance.now() - startedAt;
}

export const statusOf = async (url: string, token: string): Promise<number> => {
  const response = await fetch(url, { headers: { Authorization: `Bearer ${token}` } });
  await response.arrayBuffer();
  return response.status;
};

/** Whether the response body contains `text`. */
export const responseContains = async (url: string, text: string): Promise<boolean> =>
  (await (await fetch(url)).text()).includes(text);
