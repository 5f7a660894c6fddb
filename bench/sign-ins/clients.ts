// A process of its own: clients that sign in again and again, each over one connection that it keeps. They share the
// cores with what they measure: so they send bytes made beforehand, and read of an answer whether it is the right one.
import { createConnection } from 'node:net';
import { constants, setPriority } from 'node:os';

export type Storm = { host: string; port: number; path: string; bodies: string[] };
/** How many in how long, and what the clients took of the cores. */
export type Stormed = { signIns: number; seconds: number; cpuMs: number };

const endOfHead = '\r\n\r\n';
let signIns = 0;
let over = false;

process.once('message', async (storm: Storm) => {
  // Whoever signs in waits for the site, not the site for them.
  setPriority(constants.priority.PRIORITY_LOW);
  const from = process.cpuUsage();
  const began = performance.now();
  const clients = storm.bodies.map((body) => keepSigningIn(storm, body));
  process.once('message', async () => {
    const told = { signIns, seconds: (performance.now() - began) / 1000 };
    over = true;
    // What is under way ends before the next is measured.
    await Promise.all(clients);
    const { user, system } = process.cpuUsage(from);
    process.send?.({ ...told, cpuMs: (user + system) / 1000 } satisfies Stormed);
    process.disconnect?.();
  });
});

/** Resolves when its last answer is there. */
function keepSigningIn({ host, port, path }: Storm, body: string): Promise<void> {
  const request = Buffer.from(
    `POST ${path} HTTP/1.1\r\nhost: ${host}:${port}\r\ncontent-type: application/json\r\n` +
      `content-length: ${Buffer.byteLength(body)}${endOfHead}${body}`,
  );
  return new Promise((resolve, reject) => {
    const connection = createConnection({ host, port, noDelay: true }, () => connection.write(request));
    let answer = '';
    connection.setEncoding('latin1');
    connection.on('data', (part) => {
      answer += part;
      if (!isWhole(answer)) return;
      if (!isRight(answer)) return reject(new Error(answer));
      answer = '';
      signIns += 1;
      if (over) connection.end();
      else connection.write(request);
    });
    connection.on('error', reject);
    connection.on('close', () => (over ? resolve() : reject(new Error('The site closed a connection.'))));
  });
}

function isWhole(answer: string): boolean {
  const end = answer.indexOf(endOfHead);
  if (end < 0) return false;
  const [, length] = /\r\ncontent-length: (\d+)/i.exec(answer.slice(0, end)) ?? [];
  return length === undefined
    ? answer.endsWith(`\r\n0${endOfHead}`)
    : answer.length >= end + endOfHead.length + Number(length);
}

const isRight = (answer: string): boolean =>
  answer.startsWith('HTTP/1.1 200 ') && answer.includes('"idToken":"ey');
