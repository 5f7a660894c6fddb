import { once } from 'node:events';
import { connect } from 'node:tls';
import { days, seconds } from '#platform/time.ts';
import { type Finding, ok, problem } from './finding.ts';

export type Certificate = {
  /** In ms. */
  issuedAt: number;
  expiresAt: number;
  /** Why browsers reject it, or undefined. */
  rejection: string | undefined;
};

/** Reads the certificate of an https address. Rejects if the host does not respond. */
export async function readCertificate(address: URL, ca?: string): Promise<Certificate> {
  const host = address.hostname.replace(/^\[|\]$/g, '');
  const socket = connect({
    host,
    port: Number(address.port) || 443,
    servername: host,
    rejectUnauthorized: false,
    timeout: seconds(5),
    ...(ca && { ca }),
  });
  socket.once('timeout', () => socket.destroy(new Error('No response in time.')));
  try {
    await once(socket, 'secureConnect');
    const { valid_from, valid_to } = socket.getPeerCertificate();
    const { authorizationError } = socket;
    return {
      issuedAt: Date.parse(valid_from),
      expiresAt: Date.parse(valid_to),
      rejection: authorizationError
        ? String((authorizationError as { code?: string }).code ?? authorizationError)
        : undefined,
    };
  } finally {
    socket.destroy();
  }
}

/** Renewal begins with a third of the lifetime left, so with less than a fifth it does not work. */
const MIN_REMAINING = 1 / 5;

export function describeCertificate(host: string, certificate: Certificate, now: number): Finding {
  const { issuedAt, expiresAt, rejection } = certificate;
  const left = Math.floor((expiresAt - now) / days(1));
  const renew = 'Check that the proxy renews it (Caddy: journalctl -u caddy).';
  if (rejection) return problem(`browsers reject the certificate of ${host} (${rejection})`, renew);
  if (expiresAt - now < (expiresAt - issuedAt) * MIN_REMAINING)
    return problem(`the certificate of ${host} is valid for only ${left} more days`, renew);
  return ok(`the certificate of ${host} is valid for ${left} more days`);
}
