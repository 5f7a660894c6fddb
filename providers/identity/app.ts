import { type Context, Hono } from 'hono';
import type { Events } from '#platform/events.ts';
import type { Log } from '#platform/logs.ts';
import {
  deleteAnyAccount,
  deleteOwnAccount,
  describeSignInMethods,
  lookUp,
  lookUpAny,
} from './accounts/rules.ts';
import { signInWithPassword } from './accounts/sign-in.ts';
import { signUp } from './accounts/sign-up.ts';
import { updateAccount } from './accounts/update.ts';
import { confirmEmail } from './codes/confirm.ts';
import { signInWithEmailLink } from './codes/email-link.ts';
import { applyCode, resetPassword } from './codes/redeem.ts';
import { requestCode } from './codes/request.ts';
import { signInWithIdp } from './google/sign-in.ts';
import { type Endpoint, serve } from './http/endpoints.ts';
import { errorAnswers } from './http/errors.ts';
import { signInWithPhoneNumber } from './phone/sign-in.ts';
import { sendVerificationCode } from './phone/text-codes.ts';
import { finishEnrolment, startEnrolment, withdrawFactor } from './second-factors/enrolment.ts';
import { finishSecondStep, startSecondStep } from './second-factors/sign-in.ts';
import type { Services } from './services.ts';
import { endOtherSessions, endOwnSession, listOwnSessions } from './sessions/own.ts';
import { refreshSession } from './sessions/refresh.ts';
import { lookUpSession } from './sessions/rules.ts';

const post = (path: string, answer: Endpoint['answer']): Endpoint => ({ method: 'POST', path, answer });
const get = (path: string, answer: Endpoint['answer']): Endpoint => ({ method: 'GET', path, answer });

/** The whole protocol, a line an endpoint. */
const endpoints: readonly Endpoint[] = [
  post('/v1/accounts:signUp', signUp),
  post('/v1/accounts:signInWithPassword', signInWithPassword),
  post('/v1/accounts:lookup', lookUp),
  post('/v1/accounts:update', (services, call) =>
    call.fields.has('oobCode') ? applyCode(services, call) : updateAccount(services, call),
  ),
  post('/v1/accounts:delete', deleteOwnAccount),
  post('/v1/accounts:sendOobCode', requestCode),
  post('/v1/accounts:resetPassword', resetPassword),
  post('/v1/accounts:createAuthUri', describeSignInMethods),
  post('/v1/token', refreshSession),
  post('/v1/accounts:listSessions', listOwnSessions),
  post('/v1/accounts:confirmEmail', confirmEmail),
  post('/v1/accounts:endSession', endOwnSession),
  post('/v1/accounts:endOtherSessions', endOtherSessions),
  get('/v1/projects', ({ site }) => ({
    projectId: site.projectId,
    authorizedDomains: site.authorizedDomains,
  })),
  get('/v2/recaptchaConfig', () => ({ recaptchaEnforcementState: [] })),
  post('/v1/accounts:signInWithEmailLink', signInWithEmailLink),
  post('/v1/accounts:signInWithIdp', signInWithIdp),
  post('/v1/accounts:sendVerificationCode', sendVerificationCode),
  post('/v1/accounts:signInWithPhoneNumber', signInWithPhoneNumber),
  post('/v2/accounts/mfaEnrollment:start', startEnrolment),
  post('/v2/accounts/mfaEnrollment:finalize', finishEnrolment),
  post('/v2/accounts/mfaEnrollment:withdraw', withdrawFactor),
  post('/v2/accounts/mfaSignIn:start', startSecondStep),
  post('/v2/accounts/mfaSignIn:finalize', finishSecondStep),
];

export function createApp(
  services: Services,
  options: {
    log: Log;
    events: Events;
    adminToken: string;
    clientAddress: (c: Context) => string;
    googlePages: Hono;
  },
): Hono {
  const app = new Hono();
  app.onError(errorAnswers(options.log));
  app.get('/.well-known/jwks.json', async (c) => {
    c.header('Cache-Control', 'public, max-age=300');
    return c.json(await services.keys.published());
  });
  app.route('/oauth/google', options.googlePages);
  const accounts = `/v1/projects/${services.site.projectId}/accounts`;
  const administration = [
    post(`${accounts}:delete`, deleteAnyAccount),
    post(`${accounts}:lookup`, lookUpAny),
    post(`${accounts}:lookupSession`, lookUpSession),
  ].map((endpoint) => ({ ...endpoint, administrative: true as const }));
  serve(app, [...endpoints, ...administration], services, options);
  return app;
}
