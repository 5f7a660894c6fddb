import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export type Mails = {
  url: string;
  /** By the transaction that a receipt names: the Message-IDs under which it came. */
  receipts: Map<string, string[]>;
  stop(): void;
};

/** A mail server that keeps what came to it. */
export async function startMails(): Promise<Mails> {
  const receipts = new Map<string, string[]>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    onData(stream, _session, done) {
      void Array.fromAsync(stream).then((parts) => {
        const mail = Buffer.concat(parts).toString().replaceAll('=\r\n', '');
        const [, id = 'none'] = /^Message-ID: (\S+)/im.exec(mail) ?? [];
        const [intent = 'none'] = /pi_\w+/.exec(mail) ?? [];
        receipts.set(intent, [...(receipts.get(intent) ?? []), id]);
        done();
      });
    },
  });
  // Whoever is killed while it sends hangs up.
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return { url: `smtp://127.0.0.1:${port}`, receipts, stop: () => server.close() };
}

/** Every payment has its receipt, and none has two; one that came again under its Message-ID is shown once by all readers. */
export function judgeMails({ receipts }: Mails, paid: Iterable<string>) {
  const all = [...receipts.values()];
  return {
    lost: [...paid].flatMap((intent) => (receipts.has(intent) ? [] : `receipt of ${intent}`)),
    doubled: [...receipts].flatMap(([intent, ids]) => (new Set(ids).size > 1 ? `receipt of ${intent}` : [])),
    sentAgain: all.reduce((sum, ids) => sum + ids.length - new Set(ids).size, 0),
  };
}
