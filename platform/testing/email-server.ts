import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/**
 * `account`: the only account that is accepted. `checkContent` throws the error with which an email is
 * rejected.
 */
type Options = SMTPServerOptions & {
  account?: { user: string; password: string };
  checkContent?: () => void;
  /** Any free port if absent. */
  port?: number;
};

export const smtpError = (responseCode: number, message = 'refused') =>
  Object.assign(new Error(message), { responseCode });

/** Starts an email server on a real socket. It collects the emails that it receives. */
export async function startEmailServer({
  account,
  checkContent,
  port: wantedPort = 0,
  ...options
}: Options = {}) {
  const received: { from: string; to: string[]; user: string | undefined; content: string }[] = [];
  const server = new SMTPServer({
    allowInsecureAuth: true,
    disabledCommands: options.secure ? [] : ['STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    onAuth: ({ username: user, password }, _session, done) =>
      user === account?.user && password === account?.password ? done(null, { user }) : done(smtpError(535)),
    onData(stream, { envelope, user }, done) {
      // When the client disconnects before the end, no email is received.
      Array.fromAsync(stream)
        .then((chunks) => {
          checkContent?.();
          received.push({
            from: envelope.mailFrom ? envelope.mailFrom.address : '',
            to: envelope.rcptTo.map(({ address }) => address),
            user: user as string | undefined,
            content: Buffer.concat(chunks).toString(),
          });
          done();
        })
        .catch(done);
    },
    ...options,
  });
  server.on('error', () => {});
  server.listen(wantedPort, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  const close = () => new Promise<void>((resolve) => server.close(resolve));
  return { received, port, [Symbol.asyncDispose]: close };
}
