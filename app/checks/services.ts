import type { Clock } from '#platform/time.ts';
import { tryBucket } from '#providers/images/storage/s3.ts';
import { type EmailServers, tryEmailServer } from '#server/integrations/email.ts';
import { SmtpError } from '#server/integrations/smtp-failure.ts';
import { tryStripe } from '#server/integrations/try-stripe.ts';
import type { Config } from '../config/config.ts';
import { type ClockComparison, DATE_PRECISION_MS } from './clock.ts';
import { type Check, describeError, ok, problem } from './finding.ts';

export type ServiceOptions = {
  config: Pick<Config, 'stripe' | 's3'>;
  emailServers: EmailServers;
  comparison: ClockComparison;
  clock: Clock;
  /** Replaces the network in tests. */
  fetch?: typeof fetch;
};

/** Returns the checks of the outside services that this site uses. */
export const createServiceChecks = (options: ServiceOptions): Check[] => [
  { name: 'email', run: () => checkEmail(options) },
  { name: 'payments', run: () => checkStripe(options) },
  { name: 'pictures', run: () => checkBucket(options) },
];

async function checkEmail({ emailServers }: ServiceOptions) {
  try {
    const server = await tryEmailServer(emailServers);
    return server === undefined ? undefined : ok(`${server} accepts emails`);
  } catch (error) {
    if (!(error instanceof SmtpError)) throw error;
    return problem(error.reason, 'Correct SMTP_URL, or the email server under /staff/settings.');
  }
}

async function checkStripe({ config, comparison, clock, fetch }: ServiceOptions) {
  if (!config.stripe) return undefined;
  const host = 'api.stripe.com';
  const sentAt = clock();
  try {
    const { status, date } = await tryStripe(config.stripe.secretKey, fetch);
    comparison.record('Stripe', date, sentAt, DATE_PRECISION_MS);
    if (status < 400) return ok('Stripe accepts the key');
    return status === 401 || status === 403
      ? problem(`Stripe rejects the key (${status})`, 'Correct STRIPE_SECRET_KEY: it may have been rolled.')
      : problem(`Stripe responds with ${status}`, 'See https://status.stripe.com.');
  } catch (error) {
    return problem(describeError(error, host), `Allow connections to ${host}, port 443.`);
  }
}

async function checkBucket({ config: { s3 }, comparison, clock }: ServiceOptions) {
  if (!s3) return undefined;
  const sentAt = clock();
  try {
    const { failure, date } = await tryBucket(s3);
    comparison.record('the picture storage', date, sentAt, DATE_PRECISION_MS);
    return failure ? problem(failure, 'Correct the S3_ settings.') : ok(`the bucket ${s3.bucket} responds`);
  } catch (error) {
    return problem(
      describeError(error, new URL(s3.endpoint).host),
      'Correct S3_ENDPOINT, or start the storage.',
    );
  }
}
