import type { FirebaseError } from '@firebase/app';
import {
  type ApplicationVerifier,
  type Auth,
  getMultiFactorResolver,
  type MultiFactorAssertion,
  type MultiFactorError,
  type MultiFactorInfo,
  type MultiFactorResolver,
  multiFactor,
  PhoneAuthProvider,
  PhoneMultiFactorGenerator,
  TotpMultiFactorGenerator,
  type User,
} from '@firebase/auth';
import type { MfaApi, MfaChallenge, MfaFactor } from './mfa-methods.ts';
import type { UserCalls } from './user-calls.ts';

const ISSUER = 'Blood Buddies';

/** Replaces reCAPTCHA: our provider limits text messages itself. The SDK calls `_reset`. */
const verifier: ApplicationVerifier & { _reset(): void } = {
  type: 'recaptcha',
  verify: async () => 'none',
  _reset() {},
};

/** Implements the current user's second factors with the SDK. */
export function mfaApi(auth: Auth, { asUser, replaceSession }: UserCalls, hasPhones: boolean): MfaApi {
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
          link: secret.generateQrCodeUrl(account, encodeURIComponent(ISSUER)),
          finish: (code) => enroll(() => TotpMultiFactorGenerator.assertionForEnrollment(secret, code)),
        };
      }),
    addPhone: (phoneNumber) =>
      asUser(async (user) => {
        const session = await multiFactor(user).getSession();
        const id = await new PhoneAuthProvider(auth).verifyPhoneNumber({ phoneNumber, session }, verifier);
        return { finish: (code) => enroll(() => phoneAssertion(id, code)) };
      }),
    remove: (factorId) => replaceSession((user) => multiFactor(user).unenroll(factorId)),
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
