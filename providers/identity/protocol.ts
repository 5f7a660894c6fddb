import { deleteOwnAccount, describeSignInMethods, lookUpAccount } from './accounts/rules.ts';
import { signInWithPassword } from './accounts/sign-in.ts';
import { signUp } from './accounts/sign-up.ts';
import { updateAccount } from './accounts/update.ts';
import { confirmEmail } from './codes/confirm.ts';
import { signInWithEmailLink } from './codes/email-link.ts';
import { applyCode, resetPassword } from './codes/redeem.ts';
import { requestCode } from './codes/request.ts';
import { signInWithIdp } from './google/sign-in.ts';
import { changed, type EventNames, signedIn, signedUp } from './http/account-events.ts';
import type { Endpoint } from './http/endpoints.ts';
import { finishEnrollment, startEnrollment, withdrawFactor } from './mfa/enrollment.ts';
import { finishMfaSignIn, startMfaSignIn } from './mfa/sign-in.ts';
import {
  finishPasskeyEnrollment,
  listPasskeys,
  removePasskey,
  renamePasskey,
  startPasskeyEnrollment,
} from './passkeys/enrollment.ts';
import { finishPasskeySignIn, signInWithCustomToken, startPasskeySignIn } from './passkeys/sign-in.ts';
import { signInWithPhoneNumber } from './phone/sign-in.ts';
import { sendVerificationCode } from './phone/text-codes.ts';
import { endOtherSessions, endOwnSession, listOwnSessions, setOwnDevice } from './sessions/own.ts';
import { refreshSession } from './sessions/refresh.ts';

const post = (path: string, handler: Endpoint['handler'], event?: EventNames): Endpoint => {
  return { method: 'POST', path, handler, event };
};
const get = (path: string, handler: Endpoint['handler']): Endpoint => ({ method: 'GET', path, handler });

const updateOrApplyCode: Endpoint['handler'] = (services, call) =>
  call.fields.has('oobCode') ? applyCode(services, call) : updateAccount(services, call);

export const endpoints: readonly Endpoint[] = [
  post('/v1/accounts:signUp', signUp, signedUp),
  post('/v1/accounts:signInWithPassword', signInWithPassword, signedIn('password')),
  post('/v1/accounts:lookup', lookUpAccount),
  post('/v1/accounts:update', updateOrApplyCode, changed('update')),
  post('/v1/accounts:delete', deleteOwnAccount, changed('removal')),
  post('/v1/accounts:sendOobCode', requestCode),
  post('/v1/accounts:resetPassword', resetPassword, changed('new password')),
  post('/v1/accounts:createAuthUri', describeSignInMethods),
  post('/v1/token', refreshSession),
  post('/v1/accounts:listSessions', listOwnSessions),
  post('/v1/accounts:setOwnDevice', setOwnDevice),
  post('/v1/accounts:confirmEmail', confirmEmail, changed('address confirmed')),
  post('/v1/accounts:endSession', endOwnSession),
  post('/v1/accounts:endOtherSessions', endOtherSessions),
  get('/v1/projects', ({ site }) => ({
    projectId: site.projectId,
    authorizedDomains: site.authorizedDomains,
  })),
  get('/v2/recaptchaConfig', () => ({ recaptchaEnforcementState: [] })),
  get('/v2/passwordPolicy', ({ passwordPolicy }) => passwordPolicy.description),
  post('/v1/accounts:signInWithEmailLink', signInWithEmailLink, signedIn('link')),
  post('/v1/accounts:signInWithIdp', signInWithIdp, signedIn('google')),
  post('/v1/accounts:sendVerificationCode', sendVerificationCode),
  post('/v1/accounts:signInWithPhoneNumber', signInWithPhoneNumber, signedIn('phone')),
  post('/v1/accounts:signInWithCustomToken', signInWithCustomToken, signedIn('passkey')),
  post('/v1/accounts:startPasskeySignIn', startPasskeySignIn),
  post('/v1/accounts:finishPasskeySignIn', finishPasskeySignIn, signedIn('passkey', 'passkey verified')),
  post('/v1/accounts:startPasskeyEnrollment', startPasskeyEnrollment),
  post('/v1/accounts:finishPasskeyEnrollment', finishPasskeyEnrollment, changed('passkey added')),
  post('/v1/accounts:listPasskeys', listPasskeys),
  post('/v1/accounts:renamePasskey', renamePasskey),
  post('/v1/accounts:removePasskey', removePasskey, changed('passkey removed')),
  post('/v2/accounts/mfaEnrollment:start', startEnrollment),
  post('/v2/accounts/mfaEnrollment:finalize', finishEnrollment, changed('second factor added')),
  post('/v2/accounts/mfaEnrollment:withdraw', withdrawFactor, changed('second factor removed')),
  post('/v2/accounts/mfaSignIn:start', startMfaSignIn),
  post('/v2/accounts/mfaSignIn:finalize', finishMfaSignIn, signedIn('second factor')),
];
