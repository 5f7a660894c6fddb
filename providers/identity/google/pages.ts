import { type Context, type ErrorHandler, Hono } from 'hono';
import type { Database } from '#platform/database/open.ts';
import { AppError } from '#platform/errors.ts';
import type { Log } from '#platform/observability/log.ts';
import type { RateLimiters } from '#platform/security/rate-limits.ts';
import type { GetSecret } from '#platform/security/secrets.ts';
import type { Clock } from '#platform/time.ts';
import { isEmail } from '../accounts/values.ts';
import { type Fields, readFields } from '../http/fields.ts';
import { createLimits } from '../http/limits.ts';
import { claimTokenUse } from '../schema/repository.ts';
import type { IdentityTables } from '../schema/tables.ts';
import type { Services } from '../services.ts';
import { type Attempt, createAttempts } from './attempt.ts';
import type { ChosenAccount } from './built-in-google.ts';
import { createGoogle, type Google, type GoogleSetting, pagesPath } from './google.ts';
import { errorReason, OpenIdError } from './openid.ts';
import { respondSignInNotFound, respondWithAccountChooser, respondWithResult, samplePeople } from './page.ts';

type SharedOptions = {
  db: Database;
  getSecret: GetSecret;
  publicUrl: string;
  siteName: Services['siteName'];
  clock: Clock;
  log: Log;
};

type Options = SharedOptions & {
  google: Google;
  /** @throws AppError when the rate limit is exceeded */
  checkRateLimit: (c: Context) => Promise<void>;
};

/** Serves `start?flow=` for popups, `start?mode=redirect` for full-page redirects, and `callback`. */
export async function createGooglePages(options: Options): Promise<Hono> {
  const { publicUrl, clock, log, google: source } = options;
  const db = options.db.withTables<IdentityTables>();
  const secure = publicUrl.startsWith('https:');
  const key = await options.getSecret('identity-google-cookie-key');
  const attempts = createAttempts({ path: pagesPath, secure, key, clock });
  const action = `${pagesPath}/callback`;
  const app = new Hono();
  app.use(async (c, next) => {
    // While the database fails, pages have titles without the name, and report the error themselves.
    c.set('siteName', await options.siteName(db, 'en').catch(() => undefined));
    await next();
  });

  app.get('/start', async (c) => {
    const flow = c.req.query('flow');
    if (flow === undefined ? c.req.query('mode') !== 'redirect' : !/^[0-9a-f]{32}$/.test(flow)) {
      return respondSignInNotFound(c, 400);
    }
    if (!source) return respondWithResult(c, flow, { error: 'operation_not_allowed' });
    return relayErrors(c, flow, async () => {
      await options.checkRateLimit(c);
      const attempt = await attempts.begin(c, flow);
      if (source.kind === 'built-in') return respondWithAccountChooser(c, { state: attempt.state, action });
      c.header('Cache-Control', 'no-store');
      return c.redirect((await source.begin(attempt)).href, 303);
    });
  });

  app.get('/callback', async (c) => {
    const callbackParams = new URL(c.req.url).searchParams;
    const attempt = await attempts.find(c, callbackParams.get('state') ?? '');
    if (!attempt || source?.kind !== 'openid' || !(await claimAttempt(c, attempt)))
      return respondSignInNotFound(c, 400);
    return relayErrors(c, attempt.flow, async () => {
      const { idToken } = await source.exchangeCode(attempt, callbackParams);
      return respondWithResult(c, attempt.flow, { idToken, nonce: attempt.nonce });
    });
  });

  app.post('/callback', async (c) => {
    const fields = await readFields(c);
    const attempt = await attempts.find(c, fields.text('state'));
    if (!attempt || source?.kind !== 'built-in') return respondSignInNotFound(c, 400);
    const { flow, nonce, state } = attempt;
    const chosen = readChoice(fields);
    if (chosen && !isEmail(chosen.email)) {
      const invalidInput = { ...chosen, message: 'Enter an email address like name@example.com.' };
      return respondWithAccountChooser(c, { state, action, invalidInput });
    }
    if (!(await claimAttempt(c, attempt))) return respondSignInNotFound(c, 400);
    if (!chosen) return respondWithResult(c, flow, { error: 'access_denied' });
    const { idToken } = await source.sign(attempt, chosen);
    return respondWithResult(c, flow, { idToken, nonce });
  });

  app.onError(failurePage(log));

  /** Uses the attempt up. Returns false for all but the first callback. */
  async function claimAttempt(c: Context, attempt: Attempt): Promise<boolean> {
    attempts.remove(c, attempt);
    return claimTokenUse(db, { secret: attempt.state, expiresAt: attempt.until });
  }

  /** Sends errors to the waiting page, as OAuth error codes. */
  async function relayErrors(c: Context, flow: string | undefined, handler: () => Promise<Response>) {
    try {
      return await handler();
    } catch (error) {
      if (error instanceof OpenIdError) {
        const { code, reason } = error;
        if (code === 'server_error') log.warn({ reason }, 'Google returned an invalid response');
        return respondWithResult(c, flow, { error: code });
      }
      if (!(error instanceof AppError)) throw error;
      if (error.code === 'unavailable')
        log.warn({ reason: errorReason(error.cause) }, 'Google is unavailable');
      const tooMany = error.code === 'too-many-requests';
      return respondWithResult(c, flow, { error: tooMany ? 'too_many_requests' : 'temporarily_unavailable' });
    }
  }
  return app;
}

/** Creates the same pages without the rest of the provider, for sites that use Firebase. */
export async function createStandaloneGooglePages(
  options: SharedOptions & {
    google: GoogleSetting;
    limiters: RateLimiters;
    getClientAddress: (c: Context) => string;
  },
): Promise<Hono> {
  const { google: setting, getClientAddress } = options;
  const limits = createLimits(options.limiters);
  const google = await createGoogle({ ...options, setting });
  return createGooglePages({ ...options, google, checkRateLimit: (c) => limits.call(getClientAddress(c)) });
}

const failurePage =
  (log: Log): ErrorHandler =>
  (error, c) => {
    if (error instanceof AppError) return respondSignInNotFound(c, 400);
    log.error({ requestId: c.get('requestId'), err: error }, 'request failed');
    return respondSignInNotFound(c, 500);
  };

/** Returns the chosen account, or undefined when the person cancels. */
function readChoice(fields: Fields): ChosenAccount | undefined {
  if (fields.has('cancel')) return undefined;
  const sample = samplePeople[Number(fields.text('person') ?? -1)];
  if (sample) return sample;
  const email = (fields.text('email') ?? '').trim().toLowerCase();
  return { email, name: (fields.text('name') ?? '').trim().slice(0, 100), verified: fields.has('verified') };
}
