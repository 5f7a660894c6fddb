import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Storm, Stormed } from './clients.ts';

const password = 'correct horse 1';

/** So many clients that sign in again and again, in a process of their own; `stop` tells what they did. */
export async function startStorm(site: string, clients: number): Promise<{ stop(): Promise<Stormed> }> {
  const { identity } = (await (await fetch(`${site}/api/config`)).json()) as { identity: { apiKey: string } };
  const pathOf = (call: string) => `/identity/v1/accounts:${call}?key=${identity.apiKey}`;
  const run = Date.now();
  const bodies = Array.from({ length: clients }, (_, n) =>
    JSON.stringify({ email: `donor-${run}-${n}@example.org`, password, returnSecureToken: true }),
  );
  await Promise.all(bodies.map((body) => signUp(`${site}${pathOf('signUp')}`, body)));

  const child = fork(fileURLToPath(new URL('./clients.ts', import.meta.url)));
  const failed = failureOf(child);
  const { hostname: host, port } = new URL(site);
  child.send({ host, port: Number(port), path: pathOf('signInWithPassword'), bodies } satisfies Storm);
  return {
    async stop() {
      child.send('stop');
      const [told] = (await Promise.race([once(child, 'message'), failed])) as [Stormed];
      return told;
    },
  };
}

async function signUp(url: string, body: string): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(url, { method: 'POST', headers, body });
  if (!answer.ok) throw new Error(`A sign-up answered ${answer.status}: ${await answer.text()}`);
  await answer.arrayBuffer();
}

/** Rejects when the clients end by an answer that was not the right one. */
function failureOf(child: ChildProcess): Promise<never> {
  const failed = once(child, 'exit').then(([code]) => {
    throw new Error(`The clients ended with ${code}.`);
  });
  failed.catch(() => {});
  return failed;
}
