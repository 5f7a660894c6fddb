import ipaddr from 'ipaddr.js';
import { SetupError } from '#platform/errors.ts';

type Addresses = Partial<Record<keyof typeof lines, string | undefined>>;
type Line = { isPlain: (address: URL) => boolean; instead: string };

const http: Line = { isPlain: ({ protocol }) => protocol === 'http:', instead: 'use https://' };
const postgres: Line = {
  isPlain: ({ searchParams }) => ['', 'disable', 'allow'].includes(searchParams.get('sslmode') ?? ''),
  instead: 'end it with ?sslmode=verify-full',
};

/** Over which persons' data and our keys go out. */
const lines = {
  DATABASE_URL: postgres,
  DATABASE_READ_URL: postgres,
  REDIS_URL: { isPlain: ({ protocol }) => protocol === 'redis:', instead: 'use rediss://' },
  S3_ENDPOINT: http,
  IMAGES_UPLOAD_URL: http,
  SMS_URL: http,
  SMTP_URL: {
    isPlain: ({ protocol, searchParams }) =>
      protocol === 'smtp:' && searchParams.get('requireTLS') !== 'true',
    instead: 'use smtps://, or end it with ?requireTLS=true',
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: http,
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: http,
} satisfies Record<string, Line>;

/**
 * In production nothing of ours goes unencrypted over a line that strangers may hear.
 * @throws SetupError with one line that names the variable and says what to write instead
 */
export function refusePlainLines(addresses: Addresses): void {
  for (const [name, { isPlain, instead }] of Object.entries(lines)) {
    const address = URL.parse(addresses[name as keyof typeof lines] ?? '');
    if (!address || !isPlain(address) || isNear(hostOf(address))) continue;
    throw new SetupError(
      `${name}: the line to ${hostOf(address)} is not encrypted: ${instead}. PLAIN_LINES=on allows it, where the network itself is yours or encrypted.`,
    );
  }
}

/** PostgreSQL may be named by a query, as a folder with its socket. */
const hostOf = ({ hostname, searchParams }: URL): string => searchParams.get('host') || hostname;

/** On this machine or in a network of one's own: a private address, or a name that the open net does not have. */
function isNear(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '');
  if (ipaddr.isValid(bare)) return ipaddr.process(bare).range() !== 'unicast';
  return (
    !bare.includes('.') || bare.startsWith('/') || /\.(internal|local|lan|localhost|test)\.?$/i.test(bare)
  );
}
