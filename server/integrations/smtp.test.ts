import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { ClaimLostError } from '#platform/jobs/outbox.ts';
import { ExpiredError, RejectedError } from '#platform/jobs/outbox-rejected.ts';
import type { Email } from '#platform/messages.ts';
import { openBadServer, unresolvableHost } from '#platform/testing/bad-server.ts';
import { smtpError, startEmailServer } from '#platform/testing/email-server.ts';
import { testLog } from '#platform/testing/log-collector.ts';
import { freePort } from '#platform/testing/ports.ts';
import { createSmtp } from './smtp.ts';

const mail = (to: string, rest: Partial<Email> = {}): Email => ({
  to,
  subject: 'আপনার ঠিকানা',
  text: 'The link: http://localhost/?a=b',
  html: '<p>The link</p>',
  ...rest,
});

type Rejections = { recipient?: Record<string, number>; content?: number; sender?: number; message?: string };

/** Starts a mail server on a real socket and collects the emails it receives. */
async function openServer(rejections: Rejections = {}) {
  const rejection = (code: number) => smtpError(code, rejections.message);
  const server = await startEmailServer({
    authOptional: true,
    onAuth: ({ username, password }, _session, done) =>
      password === 's@cret' ? done(null, { user: username }) : done(rejection(535)),
    onMailFrom: (_address, _session, done) => done(rejections.sender ? rejection(rejections.sender) : null),
    onRcptTo({ address }, _session, done) {
      const code = rejections.recipient?.[address];
      done(code ? rejection(code) : null);
    },
    checkContent() {
      if (rejections.content) throw rejection(rejections.content);
    },
  });
  const lines: string[] = [];
  const log = testLog({ onLine: (line) => void lines.push(line) });
  const smtp = (password = 's%40cret') =>
    createSmtp({
      url: `smtp://postman:${password}@127.0.0.1:${server.port}`,
      from: 'Blood Buddies <no-reply@buddies.example>',
      domain: 'buddies.example',
      clock: () => 1000,
      log,
    });
  return { ...server, lines, rejections, smtp };
}

test('[IDP-05] sends an authenticated email as text and HTML, with the same Message-ID each time', async () => {
  await using server = await openServer();
  await server.smtp()(mail('rahima@example.org'), 'id-1');
  await server.smtp()(mail('rahima@example.org'), 'id-1');
  expect(server.received).toHaveLength(2);
  const [{ from, to, user, content } = { content: '' }, again] = server.received;
  expect({ from, to, user }).toEqual({
    from: 'no-reply@buddies.example',
    to: ['rahima@example.org'],
    user: 'postman',
  });
  expect(content).toMatch(/^From: Blood Buddies <no-reply@buddies\.example>\r$/m);
  expect(content).toMatch(/^Subject: =\?UTF-8\?/m);
  expect(content).toMatch(/^Content-Type: multipart\/alternative;/m);
  expect(content).toMatch(/^Content-Type: text\/plain; charset=utf-8\r$/m);
  expect(content).toMatch(/^Content-Type: text\/html; charset=utf-8\r$/m);
  expect(content).toContain('<p>The link</p>');
  expect(content).toMatch(/^Auto-Submitted: auto-generated\r$/m);
  for (const sent of [content, again?.content]) {
    expect(sent).toMatch(/^Message-ID: <id-1@buddies\.example>\r$/m);
  }
  expect(server.lines).toEqual([]);
});

test('gives up an email whose recipient or content is rejected, without an address in logs and errors', async () => {
  await using server = await openServer({ recipient: { 'gone@example.org': 550 } });
  await expect(server.smtp()(mail('gone@example.org'), 'id-2')).rejects.toEqual(
    new RejectedError('The mail server responded with 550 to RCPT TO.'),
  );
  server.rejections.content = 554;
  await expect(server.smtp()(mail('rahima@example.org'), 'id-3')).rejects.toEqual(
    new RejectedError('The mail server responded with 554 to DATA.'),
  );
  expect(server.received).toEqual([]);
  expect(server.lines.map((line) => JSON.parse(line))).toMatchObject([
    { id: 'id-2', status: 550 },
    { id: 'id-3', status: 554 },
  ]);
  expect(server.lines.join()).not.toMatch(/example\.org|link/);
});

test('retries temporary errors and errors that the operator must fix, without an address in the error', async () => {
  await using server = await openServer({ recipient: { 'busy@example.org': 450 } });
  const reason = (sending: Promise<void>) => sending.then(String, (error: Error) => error.message);
  expect(await reason(server.smtp()(mail('busy@example.org'), 'id'))).toMatch(/\(EENVELOPE, 450\)\.$/);
  expect(await reason(server.smtp('wrong')(mail('rahima@example.org'), 'id'))).toMatch(/\(EAUTH, 535\)\.$/);
  server.rejections.sender = 553;
  expect(await reason(server.smtp()(mail('rahima@example.org'), 'id'))).toMatch(/\(EENVELOPE, 553\)\.$/);
  expect(server.lines).toEqual([]);
});

test('retries after the daily limit of our account, although the server calls it permanent', async () => {
  await using server = await openServer({ message: '5.4.5 Daily user sending limit exceeded.' });
  for (const limit of [{ recipient: { 'rahima@example.org': 550 } }, { content: 550 }]) {
    Object.assign(server.rejections, { recipient: {}, ...limit });
    await expect(server.smtp()(mail('rahima@example.org'), 'id')).rejects.toThrow(
      /did not accept .*, 550\)\.$/,
    );
  }
});

test('confirms the claim last, and sends no content without it', async () => {
  await using server = await openServer({ recipient: { 'gone@example.org': 550 } });
  const confirmed: string[] = [];
  await expect(
    server.smtp()(mail('gone@example.org'), 'id', async () => void confirmed.push('gone')),
  ).rejects.toThrow(RejectedError);
  expect(confirmed).toEqual([]);

  await server.smtp()(mail('rahima@example.org'), 'id-6', async () => void confirmed.push('rahima'));
  expect(confirmed).toEqual(['rahima']);
  expect(server.received).toHaveLength(1);
  expect(server.received[0]?.content).toContain('id-6@');

  const lost = server.smtp()(mail('rahima@example.org'), 'id-7', () => Promise.reject(new ClaimLostError()));
  await expect(lost).rejects.toThrow(ClaimLostError);
  await server.smtp()(mail('karim@example.org'), 'id-8', async () => {});
  expect(server.received.map(({ to }) => to)).toEqual([['rahima@example.org'], ['karim@example.org']]);
});

test('does not send an email whose link has expired', async () => {
  await using server = await openServer();
  await expect(server.smtp()(mail('rahima@example.org', { goodUntil: 1000 }), 'id-4')).rejects.toThrow(
    ExpiredError,
  );
  await server.smtp()(mail('rahima@example.org', { goodUntil: 1001 }), 'id-5');
  expect(server.received).toHaveLength(1);
  expect(server.received[0]?.content).toContain('id-5@');
});

const faults: Record<string, (socket: Socket) => unknown> = {
  'is silent': (socket) => socket.resume(),
  'hangs up': (socket) => socket.destroy(),
  'greets without end, one byte at a time': (socket) => drip(socket, 'x'),
  'greets and responds without end': (socket) => {
    socket.write('220 mail.example ESMTP\r\n');
    socket.once('data', () => drip(socket, '250-ONE MORE\r\n'));
  },
  'speaks HTTP': (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n<html>'),
  'sends garbage': (socket) => socket.end('\u0000\u0001 garbage\r\n'.repeat(50)),
};
function drip(socket: Socket, text: string): void {
  const timer = setInterval(() => socket.write(text), 20);
  socket.on('close', () => clearInterval(timer));
  socket.resume();
}
const createSmtpFor = (url: string) =>
  createSmtp({
    url,
    from: 'no-reply@buddies.example',
    domain: 'buddies.example',
    clock: () => 1000,
    log: testLog(),
    emailTimeoutMs: 600,
  });

test.each(Object.entries(faults))(
  'times out, closes the connection and retries with a mail server that %s',
  async (_, fault) => {
    await using server = await openBadServer(fault);
    const send = createSmtpFor(`smtp://127.0.0.1:${server.port}`);
    await expect(send(mail('rahima@example.org'), 'id-1')).rejects.toThrow(
      new RegExp(`^No email can be sent through the mail server 127.0.0.1:${server.port} \\(E[A-Z]+\\)\\.$`),
    );
    await expect.poll(server.open).toBe(0);
  },
);

test('retries when the mail server is unreachable or its host name cannot be resolved', async () => {
  const closed = `127.0.0.1:${await freePort()}`;
  for (const [host, server, cause] of [
    [closed, closed, 'ECONNREFUSED'],
    [unresolvableHost, `${unresolvableHost}:587`, 'E[A-Z]+'],
  ])
    await expect(createSmtpFor(`smtp://${host}`)(mail('rahima@example.org'), 'id-1')).rejects.toThrow(
      new RegExp(`^No email can be sent through the mail server ${server} \\(${cause}\\)\\.$`),
    );
});
