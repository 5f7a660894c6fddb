import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { freePort } from '#platform/testing/ports.ts';
import { installPackages } from '../../packages.ts';
import { parseKeys } from './calls.ts';

const fields = ['name', 'phone', 'center', 'bloodGroup', 'opinion', 'date', 'email'];

/** parse-server by its own command, without logs, with a class of the fields that an appointment has. */
export async function startParse(
  databaseUrl: string,
): Promise<{ url: string; pid: number; stop(): Promise<void> }> {
  const folder = installPackages('parse-server', join(import.meta.dirname, 'packages'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const server = spawn(process.execPath, [join(folder, 'node_modules/parse-server/bin/parse-server')], {
    cwd: folder,
    env: {
      NODE_ENV: 'production',
      PORT: String(port),
      PARSE_SERVER_HOST: '127.0.0.1',
      PARSE_SERVER_URL: `${url}/parse`,
      PARSE_SERVER_DATABASE_URI: databaseUrl,
      PARSE_SERVER_APPLICATION_ID: parseKeys.appId,
      PARSE_SERVER_REST_API_KEY: parseKeys.restApi,
      PARSE_SERVER_MASTER_KEY: parseKeys.master,
      PARSE_SERVER_LOGS_FOLDER: 'null',
      PARSE_SERVER_LOG_LEVEL: 'error',
      SILENT: '1',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const gone = once(server, 'exit');
  await untilHealthy(url, () => server.exitCode === null);
  await addClass(url);
  return {
    url,
    pid: server.pid as number,
    async stop() {
      // Nothing of it is kept, and its own way to end fails on Node 26.
      server.kill('SIGKILL');
      await gone;
    },
  };
}

async function untilHealthy(url: string, alive: () => boolean): Promise<void> {
  const headers = { 'x-parse-application-id': parseKeys.appId, 'x-parse-rest-api-key': parseKeys.restApi };
  while (alive()) {
    const answer = await fetch(`${url}/parse/health`, { headers }).catch(() => undefined);
    if (answer?.ok) return;
    await setTimeout(50);
  }
  throw new Error('parse-server did not start.');
}

async function addClass(url: string): Promise<void> {
  const answer = await fetch(`${url}/parse/schemas/Appointment`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-parse-application-id': parseKeys.appId,
      'x-parse-master-key': parseKeys.master,
    },
    body: JSON.stringify({
      className: 'Appointment',
      fields: Object.fromEntries(fields.map((field) => [field, { type: 'String' }])),
    }),
  });
  if (!answer.ok) throw new Error(`parse-server answered ${answer.status}: ${await answer.text()}`);
}
