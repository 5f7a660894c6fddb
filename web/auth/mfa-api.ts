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

/** In place of the vendor's widget: our provider counts what it sends. `_reset` is the SDK's own call. */
const verifier: ApplicationVerifier & { _reset(): void } = {
  type: 'recaptcha',
  verify: async () => 'none',
  _reset() {},
};

/** The current person's second factors, by the SDK. */
export function mfaApi(auth: Auth, worded: WithTranslatedErrors, phones: boolean): MfaApi {
  const current = (): User => {
    if (!auth.currentUser) throw new IdentityError('no-current-user', t`Please sign in and try again.`);
    return auth.currentUser;
  };

  return {
    read: () =>
      worded(async () => {
        const user = current();
        await user.reload();
        return {
          phones,
          emailVerified: user.emailVerified,
          factors: multiFactor(user).enrolledFactors.map(readFactor),
        };
      }),
    addApp: () =>
      worded(async () => {
        const user = multiFactor(current());
        const secret = await TotpMultiFactorGenerator.generateSecret(await user.getSession());
        const account = encodeURIComponent(current().email ?? '');
        const proof = (code: string) => TotpMultiFactorGenerator.assertionForEnrollment(secret, code);
        return {
          key: secret.secretKey,
          link: secret.generateQrCodeUrl(account, encodeURIComponent(ISSUER)),
          finish: (code) => worded(() => user.enroll(proof(code))),
        };
      }),
    addPhone: (phoneNumber) =>
      worded(async () => {
        const user = multiFactor(current());
        const session = await user.getSession();
        const id = await new PhoneAuthProvider(auth).verifyPhoneNumber({ phoneNumber, session }, verifier);
        return { finish: (code) => worded(() => user.enroll(texted(id, code))) };
      }),
    remove: (factorId) => worded(async () => multiFactor(current()).unenroll(factorId)),
  };
}

/** What is still owed after a first factor, when that is what the SDK says. */
export function readMfaResolver(
  auth: Auth,
  error: FirebaseError,
): (Omit<MfaChallenge, 'finish'> & { finish(factorId: string, code: string): Promise<User> }) | undefined {
  if (error.code !== 'auth/multi-factor-auth-required') return undefined;
  const resolver = getMultiFactorResolver(auth, error as MultiFactorError);
  const sent = new Map<string, string>();

  return {
    factors: resolver.hints.map(readFactor),
    async sendCode(multiFactorUid) {
      const { session } = resolver;
      const provider = new PhoneAuthProvider(auth);
      sent.set(multiFactorUid, await provider.verifyPhoneNumber({ multiFactorUid, session }, verifier));
    },
    async finish(factorId, code) {
      const { user } = await resolver.resolveSignIn(shown(resolver, factorId, code, sent));
      return user;
    },
  };
}

function shown(resolver: MultiFactorResolver, factorId: string, code: string, sent: Map<string, string>) {
  const { factorId: kind } = resolver.hints.find(({ uid }) => uid === factorId) ?? {};
  if (kind === TotpMultiFactorGenerator.FACTOR_ID) {
    return TotpMultiFactorGenerator.assertionForSignIn(factorId, code);
  }
  return texted(sent.get(factorId) ?? '', code);
}

const texted = (verificationId: string, code: string) =>
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
