import {
  type Auth,
  type MultiFactorAssertion,
  multiFactor,
  PhoneAuthProvider,
  TotpMultiFactorGenerator,
} from '@firebase/auth';
import { siteName } from '#web/before-react/page-data.ts';
import type { MfaApi } from './identity.ts';
import { noRecaptchaVerifier, phoneAssertion, readFactor } from './mfa-resolver.ts';
import type { UserCalls } from './user-calls.ts';

/** Implements the current user's second factors with the SDK. */
export function createMfaApi(auth: Auth, { asUser, replaceSession }: UserCalls, hasPhones: boolean): MfaApi {
  const enroll = (assertion: () => MultiFactorAssertion) =>
    replaceSession((user) => multiFactor(user).enroll(assertion()));

  return {
    read: () =>
      asUser(async (user) => {
        await user.reload();
        return {
          phones: hasPhones,
          emailVerified: user.emailVerified,
          factors: multiFactor(user).enrolledFactors.map(readFactor),
        };
      }),
    addApp: () =>
      asUser(async (user) => {
        const secret = await TotpMultiFactorGenerator.generateSecret(await multiFactor(user).getSession());
        const account = encodeURIComponent(user.email ?? '');
        return {
          key: secret.secretKey,
          link: secret.generateQrCodeUrl(account, encodeURIComponent(siteName())),
          finish: (code) => enroll(() => TotpMultiFactorGenerator.assertionForEnrollment(secret, code)),
        };
      }),
    addPhone: (phoneNumber) =>
      asUser(async (user) => {
        const session = await multiFactor(user).getSession();
        const id = await new PhoneAuthProvider(auth).verifyPhoneNumber(
          { phoneNumber, session },
          noRecaptchaVerifier,
        );
        return { finish: (code) => enroll(() => phoneAssertion(id, code)) };
      }),
    remove: (factorId) => replaceSession((user) => multiFactor(user).unenroll(factorId)),
  };
}
