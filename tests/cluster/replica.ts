import { freePort } from '#platform/testing/ports.ts';
import { type SiteProcess, startSite, stop } from '../process.ts';

export type Replica = {
  origin: string;
  /** Everything that its processes have printed. */
  output(): string;
  /** Starts the process again on the same port, optionally with another program. */
  start(program?: string): Promise<void>;
  /** Kills the process (SIGKILL). Returns the time at which it was gone (`performance.now()`). */
  kill(): Promise<number>;
  /** Suspends the process (SIGSTOP). Returns the time (`performance.now()`). */
  suspend(): number;
  /** Resumes the process (SIGCONT). Returns the time. */
  resume(): number;
  /** Stops the process gracefully. Returns the exit code and the time taken in ms. */
  stop(): Promise<{ code: number | null; ms: number }>;
};

/** Starts one of several processes of the site that share a database. Its port is its own. */
export async function startReplica(
  environment: Record<string, string>,
  defaultProgram = 'app/main.ts',
): Promise<Replica> {
  const settings = { ...environment, HOST: '127.0.0.1', PORT: String(await freePort()) };
  let site: SiteProcess = await startSite(settings, defaultProgram);
  const earlier: SiteProcess[] = [];

  return {
    origin: site.origin,
    output: () => [...earlier, site].map(({ output }) => output()).join(''),
    async start(program = defaultProgram) {
      earlier.push(site);
      site = await startSite(settings, program);
    },
    async kill() {
      await stop(site, 'SIGKILL');
      return performance.now();
    },
    suspend() {
      site.child.kill('SIGSTOP');
      return performance.now();
    },
    resume() {
      site.child.kill('SIGCONT');
      return performance.now();
    },
    async stop() {
      const startedAt = performance.now();
      const code = await stop(site);
      return { code, ms: performance.now() - startedAt };
    },
  };
}
