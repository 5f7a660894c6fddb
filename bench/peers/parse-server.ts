// parse-server, a widely used backend for accounts and records, installed for the measurement only.
import { execFileSync } from 'node:child_process';
import { mkdtempDisposableSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../platform/testing/ports.ts';
import { daysAhead, donor } from '../members.ts';
import { responds, startProgram } from '../programs.ts';
import { pinToServerCore } from '../system.ts';
import { loadSide, postOf, requestBytes } from '../wrk.ts';

const VERSION = '8.6.94';
const program = `
  const { ParseServer } = require('parse-server');
  const [port, databaseURI] = process.argv.slice(2);
  ParseServer.startApp({ appId: 'bench', masterKey: 'bench', port, databaseURI, serverURL: 'http://127.0.0.1:' + port + '/parse',
    allowClientClassCreation: true, silent: true, verbose: false });`;

/**
 * Starts the peer on the first core, with one signed-in member who creates an object with the fields of an
 * appointment.
 */
export async function startParseServer(databaseUrl: string) {
  await using starting = new AsyncDisposableStack();
  const { path: cwd } = starting.use(mkdtempDisposableSync(join(tmpdir(), 'blood-buddies-parse-')));
  const install = ['install', '--no-audit', '--no-fund', `parse-server@${VERSION}`];
  execFileSync('npm', [...install, '--prefix', cwd], { stdio: 'ignore' });
  writeFileSync(join(cwd, 'start.cjs'), program);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const isReady = () => responds(`${url}/parse/health`);
  const args = ['start.cjs', `${port}`, databaseUrl];
  const child = starting.use(await startProgram(process.execPath, args, isReady, { cwd }));
  const pid = child.pid as number;
  pinToServerCore(pid);
  const headers = { 'x-parse-application-id': 'bench' };
  const account = { username: 'donor', password: 'correct horse' };
  const signUp = await fetch(`${url}/parse/users`, postOf(account, headers));
  const asMember = { ...headers, 'x-parse-session-token': (await signUp.json()).sessionToken };
  const requests = daysAhead().map((date) =>
    requestBytes(
      `${url}/parse/classes/Appointment`,
      postOf({ ...donor, email: 'donor@example.org', date }, asMember),
    ),
  );
  const load = { requests, connections: 64, statuses: [201] };
  const side = loadSide(`objects of parse-server ${VERSION}`, { url, pid }, () => load);
  const running = starting.move();
  return { side, [Symbol.asyncDispose]: () => running.disposeAsync() };
}
