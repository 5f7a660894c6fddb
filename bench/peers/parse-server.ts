// parse-server, a widely used backend for accounts and records, installed for the measurement only.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempDisposableSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../platform/testing/ports.ts';
import type { Side } from '../measure.ts';
import { daysAhead } from '../members.ts';
import { pinToCore, SERVER_CORE } from '../system.ts';
import { loadSide, postOf, requestBytes } from '../wrk.ts';

const VERSION = '8.6.94';
const program = `
  const { ParseServer } = require('parse-server');
  const [port, databaseURI] = process.argv.slice(2);
  ParseServer.startApp({ appId: 'bench', masterKey: 'bench', port, databaseURI, serverURL: 'http://127.0.0.1:' + port + '/parse',
    allowClientClassCreation: true, silent: true, verbose: false });`;

/** Starts it on the first core, with one signed-in member who creates an object with the fields of an appointment. */
export async function startParseServer(databaseUrl: string) {
  await using starting = new AsyncDisposableStack();
  const { path: folder } = starting.use(mkdtempDisposableSync(join(tmpdir(), 'blood-buddies-parse-')));
  const install = ['install', '--no-audit', '--no-fund', '--prefix', folder, `parse-server@${VERSION}`];
  execFileSync('npm', install, { stdio: 'ignore' });
  writeFileSync(join(folder, 'start.cjs'), program);
  const port = await freePort();
  const child = spawn(process.execPath, ['start.cjs', `${port}`, databaseUrl], {
    cwd: folder,
    stdio: 'ignore',
  });
  starting.defer(async () => {
    child.kill('SIGKILL');
    await once(child, 'exit');
  });
  const url = `http://127.0.0.1:${port}`;
  const headers = { 'x-parse-application-id': 'bench' };
  const isReady = () =>
    fetch(`${url}/parse/health`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isReady())) {
    if (child.exitCode !== null) throw new Error(`parse-server ended with ${child.exitCode}.`);
    await pause(50);
  }
  pinToCore(child.pid as number, SERVER_CORE);
  const signUp = await fetch(
    `${url}/parse/users`,
    postOf({ username: 'donor', password: 'correct horse' }, headers),
  );
  const { sessionToken } = await signUp.json();
  const asMember = { ...headers, 'x-parse-session-token': sessionToken };
  const donor = { name: 'Rahim Uddin', email: 'donor@example.org', phone: '01712345678', bloodGroup: 'O+' };
  const requests = daysAhead().map((date) =>
    requestBytes({ url: `${url}/parse/classes/Appointment`, ...postOf({ ...donor, date }, asMember) }),
  );
  const server = { url, pid: child.pid as number };
  const side: Side = loadSide(`objects of parse-server ${VERSION}`, server, () => ({
    requests,
    connections: 64,
    statuses: [201],
  }));
  const running = starting.move();
  return { side, [Symbol.asyncDispose]: () => running.disposeAsync() };
}
