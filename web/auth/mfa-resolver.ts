import type { FirebaseError } from '@firebase/app';
import {
  type ApplicationVerifier,
  type Auth,
  getMultiFactorResolver,
  type MultiFactorError,
  type MultiFactorInfo,
  type MultiFactorResolver,
  PhoneAuthProvider,
  PhoneMultiFactorGenerator,
  TotpMultiFactorGenerator,
  type User,
} from '@firebase/auth';
import type { MfaChallenge, MfaFactor } from './identity.ts';

/** Replaces reCAPTCHA: our provider limits text messages itself. The SDK calls `_reset`. */
export const noRecaptchaVerifier: ApplicationVerifier & { _reset(): void } = {
  type: 'recaptcha',
  verify: async () => 'none',
  _reset() {},
};

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
        await provider.verifyPhoneNumber({ multiFactorUid, session }, noRecaptchaVerifier),
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

export const phoneAssertion = (verificationId: string, code: string) =>
  PhoneMultiFactorGenerator.assertion(PhoneAuthProvider.credential(verificationId, code));

export function readFactor(info: MultiFactorInfo): MfaFactor {
  const phone = 'phoneNumber' in info ? String(info.phoneNumber) : undefined;
  return {
    id: info.uid,
    kind: phone === undefined ? 'app' : 'phone',
    name: phone ?? info.displayName ?? '',
    addedAt: Date.parse(info.enrollmentTime),
  };
}
