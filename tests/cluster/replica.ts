import { freePort } from '#platform/testing/ports.ts';
import { type SiteProcess, startSite, stop } from '../process.ts';

export type Replica = {
  origin: string;
  /** What its processes have said. */
  output(): string;
  /** Starts it again on its port, from another program if one is named. */
  start(program?: string): Promise<void>;
  /** Resolves when it is gone, with the instant of that (`performance.now()`). */
  kill(): Promise<number>;
  /** Stops it where it is, inside whatever it does (SIGSTOP). @returns that instant (`performance.now()`) */
  freeze(): number;
  /** It goes on as if nothing had been (SIGCONT). @returns that instant */
  thaw(): number;
  /** As an operator does: resolves with its exit code and how long that took, in ms. */
  stop(): Promise<{ code: number | null; ms: number }>;
};

/** One of several processes of the site that share everything but their port. */
export async function startReplica(
  environment: Record<string, string>,
  first = 'app/main.ts',
): Promise<Replica> {
  const settings = { ...environment, HOST: '127.0.0.1', PORT: String(await freePort()) };
  let site: SiteProcess = await startSite(settings, first);
  const before: SiteProcess[] = [];

  return {
    origin: site.origin,
    output: () => [...before, site].map(({ output }) => output()).join(''),
    async start(program = first) {
      before.push(site);
      site = await startSite(settings, program);
    },
    async kill() {
      await stop(site, 'SIGKILL');
      return performance.now();
    },
    freeze() {
      site.child.kill('SIGSTOP');
      return performance.now();
    },
    thaw() {
      site.child.kill('SIGCONT');
      return performance.now();
    },
    async stop() {
      const since = performance.now();
      const code = await stop(site);
      return { code, ms: performance.now() - since };
    },
  };
}
