import type { FirebaseError } from '@firebase/app';
import {
  type ApplicationVerifier,
  type Auth,
  getMultiFactorResolver,
  type MultiFactorError,
  type MultiFactorInfo,
  type MultiFactorResolver,
  multiFactor,
  PhoneAuthProvider,
  PhoneMultiFactorGenerator,
  TotpMultiFactorGenerator,
  type User,
} from '@firebase/auth';
import { t } from '@lingui/core/macro';
import { IdentityError } from './identity.ts';
import type { MfaApi, MfaChallenge, MfaFactor } from './mfa-methods.ts';
import type { WithTranslatedErrors } from './with-translated-errors.ts';

const ISSUER = 'Blood Buddies';

/** Replaces reCAPTCHA: our provider limits text messages itself. The SDK calls `_reset`. */
const verifier: ApplicationVerifier & { _reset(): void } = {
  type: 'recaptcha',
  verify: async () => 'none',
  _reset() {},
};

/** Implements the current user's second factors with the SDK. */
export function mfaApi(auth: Auth, translateErrors: WithTranslatedErrors, hasPhones: boolean): MfaApi {
  const requireUser = (): User => {
    if (!auth.currentUser) throw new IdentityError('no-current-user', t`Sign in and try again.`);
    return auth.currentUser;
  };

  return {
    read: () =>
      translateErrors(async () => {
        const user = requireUser();
        await user.reload();
        return {
          phones: hasPhones,
          emailVerified: user.emailVerified,
          factors: multiFactor(user).enrolledFactors.map(readFactor),
        };
      }),
    addApp: () =>
      translateErrors(async () => {
        const user = multiFactor(requireUser());
        const secret = await TotpMultiFactorGenerator.generateSecret(await user.getSession());
        const account = encodeURIComponent(requireUser().email ?? '');
        const assertion = (code: string) => TotpMultiFactorGenerator.assertionForEnrollment(secret, code);
        return {
          key: secret.secretKey,
          link: secret.generateQrCodeUrl(account, encodeURIComponent(ISSUER)),
          finish: (code) => translateErrors(() => user.enroll(assertion(code))),
        };
      }),
    addPhone: (phoneNumber) =>
      translateErrors(async () => {
        const user = multiFactor(requireUser());
        const session = await user.getSession();
        const id = await new PhoneAuthProvider(auth).verifyPhoneNumber({ phoneNumber, session }, verifier);
        return { finish: (code) => translateErrors(() => user.enroll(phoneAssertion(id, code))) };
      }),
    remove: (factorId) => translateErrors(async () => multiFactor(requireUser()).unenroll(factorId)),
  };
}

/** Returns the second step of a sign-in if the SDK's error requires one. */
export function readMfaResolver(
  auth: Auth,
  error: FirebaseError,
): (Omit<MfaChallenge, 'finish'> & { finish(factorId: string, code: string): Promise<User> }) | undefined {
  if (error.code !== 'auth/multi-factor-auth-required') return undefined;
  const resolver = getMultiFactorResolver(auth, error as MultiFactorError);
  const verificationIds = new Map<string, string>();

  return {
    factors: resolver.hints.map(readFactor),
    async sendCode(multiFactorUid) {
      const { session } = resolver;
      const provider = new PhoneAuthProvider(auth);
      verificationIds.set(
        multiFactorUid,
        await provider.verifyPhoneNumber({ multiFactorUid, session }, verifier),
      );
    },
    async finish(factorId, code) {
      const { user } = await resolver.resolveSignIn(
        createAssertion(resolver, factorId, code, verificationIds),
      );
      return user;
    },
  };
}

function createAssertion(
  resolver: MultiFactorResolver,
  factorId: string,
  code: string,
  verificationIds: Map<string, string>,
) {
  const { factorId: kind } = resolver.hints.find(({ uid }) => uid === factorId) ?? {};
  if (kind === TotpMultiFactorGenerator.FACTOR_ID) {
    return TotpMultiFactorGenerator.assertionForSignIn(factorId, code);
  }
  return phoneAssertion(verificationIds.get(factorId) ?? '', code);
}

const phoneAssertion = (verificationId: string, code: string) =>
  PhoneMultiFactorGenerator.assertion(PhoneAuthProvider.credential(verificationId, code));

function readFactor(info: MultiFactorInfo): MfaFactor {
  const phone = 'phoneNumber' in info ? String(info.phoneNumber) : undefined;
  return {
    id: info.uid,
    kind: phone === undefined ? 'app' : 'phone',
    name: phone ?? info.displayName ?? '',
    addedAt: Date.parse(info.enrollmentTime),
  };
}
