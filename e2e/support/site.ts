import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { collectLog } from '#platform/testing/log-collector.ts';
import { freePort } from '#platform/testing/ports.ts';
import { serverFile } from '../../scripts/set-up/site.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

export type Site = {
  url: string;
  pid: number;
  /** The data folder, whose subfolder `outbox` contains the emails. */
  dataDir: string;
  /** The site's output on the terminal. */
  output(): string;
};

/** Environment variables that docs/operating.md lists. */
export type SiteSettings = Record<string, string>;

type RunningSite = Site & {
  /** Shuts the site down with SIGTERM. */
  shutDown(): Promise<void>;
  /** Shuts the site down and removes its data. */
  stop(): Promise<void>;
};

/** Starts the whole site, with the data of a first start (prepare-site.ts) if there is one. */
export async function startSite(settings: SiteSettings = {}): Promise<RunningSite> {
  const dataDir = mkdtempSync(join(tmpdir(), 'blood-buddies-site-'));
  const { PREPARED_DATA } = process.env;
  // A site with a hosted image service has no sample photos.
  if (PREPARED_DATA && !settings.IMAGES_UPLOAD_URL) cpSync(PREPARED_DATA, dataDir, { recursive: true });
  const port = settings.PORT ?? (await freePort());
  const { PATH, HOME, TMPDIR } = process.env;
  const server = spawn(process.execPath, [serverFile], {
    cwd: root,
    // The site does not inherit other variables from the developer's shell.
    env: {
      PATH,
      HOME,
      TMPDIR,
      PORT: String(port),
      DATA_DIR: dataDir,
      RATE_LIMIT_SCALE: '100',
      LOG_LEVEL: 'debug',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const writeLog = collectLog('journey');
  for (const stream of [server.stdout, server.stderr]) {
    stream.on('data', (data) => (output += data));
    stream.on('data', writeLog);
  }
  const url = `http://localhost:${port}`;
  await untilReady(url, server, () => output);
  async function shutDown() {
    const exited = server.exitCode === null ? once(server, 'exit') : undefined;
    server.kill('SIGTERM');
    await exited;
    if (server.exitCode !== 0) throw new Error(`The site did not shut down cleanly:\n${output}`);
  }
  return {
    url,
    pid: server.pid as number,
    dataDir,
    output: () => output,
    shutDown,
    stop: () => shutDown().finally(() => rmSync(dataDir, { recursive: true })),
  };
}

async function untilReady(url: string, server: ChildProcess, output: () => string): Promise<void> {
  for (;;) {
    if (server.exitCode !== null) throw new Error(`The site did not start:\n${output()}`);
    const response = await fetch(`${url}/readyz`).catch(() => undefined);
    if (response?.ok) return;
    await setTimeout(50);
  }
}
