import { Secret, TOTP } from 'otpauth';
import { test as base, expect } from 'vitest';
import { onBothDatabases } from '#platform/testing/databases.ts';
import { identityMigrations } from '../schema/migrations.ts';
import { googleIdToken, type TestClaims } from './google-issuer.ts';
import {
  type Body,
  createTestProvider,
  type ProviderOptions,
  type ProviderResponse,
} from './test-provider.ts';

export const person = { email: 'rahim@example.com', password: 'correct horse 1' };
export const { email, password } = person;
export const other = 'karim@example.com';
export const phoneNumber = '+8801712345678';
export const succeeded = { status: 200 };
/** The response of a call that is refused. */
export const errorResponse = (message: string | RegExp) => ({
  status: 400,
  body: { error: { message: typeof message === 'string' ? message : expect.stringMatching(message) } },
});

/** What an authenticator app shows for a secret at an instant in ms. */
export const appCode = (secret: string, timestamp: number): string =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp });

export const successfulBodies = (responses: readonly ProviderResponse[]): Body[] =>
  responses.filter(({ status }) => status === 200).map(({ body }) => body);

export const extractLink = (mail: { text: string } | undefined): URL =>
  new URL(/https?:\S+/.exec(mail?.text ?? '')?.[0] ?? '');

/** The code in the link of an email. */
export const extractCode = (mail: { text: string } | undefined): string =>
  extractLink(mail).searchParams.get('oobCode') ?? '';

/** A provider, and what people do there. */
export async function createTestIdentity(options: ProviderOptions = {}) {
  const provider = await createTestProvider(options);
  const { now, post, sentEmails, textedCode } = provider;

  /** A call that must succeed. */
  async function ok(...call: Parameters<typeof post>): Promise<Body> {
    const answer = await post(...call);
    expect(answer, JSON.stringify(answer.body)).toMatchObject(succeeded);
    return answer.body;
  }

  /** A call that must be refused with this message. */
  async function expectError(
    message: string | RegExp,
    ...call: Parameters<typeof post>
  ): Promise<ProviderResponse> {
    const answer = await post(...call);
    expect(answer, JSON.stringify(call)).toMatchObject(errorResponse(message));
    return answer;
  }

  const repeat = (times: number, ...call: Parameters<typeof post>): Promise<ProviderResponse[]> =>
    Promise.all(Array.from({ length: times }, () => post(...call)));

  const signUp = (address = email, more: object = {}) => ok('signUp', { ...person, email: address, ...more });
  const signIn = (address = email, word = password) =>
    ok('signInWithPassword', { email: address, password: word });
  const lookUp = async (idToken: unknown) => (await ok('lookup', { idToken })).users[0] as Body['users'][0];
  const refresh = (refreshToken: unknown) =>
    post('token', { grant_type: 'refresh_token', refresh_token: refreshToken });
  const requestCode = (requestType: string, body: object = {}) =>
    post('sendOobCode', { requestType, ...body });

  /** The code of the newest email, of that kind (`mode` of its link) to that address if given. */
  async function emailedCode(to?: string, mode?: string): Promise<string> {
    const emails = await sentEmails(to);
    return extractCode(
      emails.findLast((mail) => !mode || extractLink(mail).searchParams.get('mode') === mode),
    );
  }

  async function verify(address: string, idToken: unknown): Promise<Body> {
    expect(await requestCode('VERIFY_EMAIL', { idToken })).toMatchObject(succeeded);
    return ok('update', { oobCode: await emailedCode(address, 'verifyEmail') });
  }
  async function signUpVerified(address = email): Promise<Body> {
    const body = await signUp(address);
    await verify(address, body.idToken);
    return body;
  }
  async function reset(address: string, newPassword: string): Promise<ProviderResponse> {
    await requestCode('PASSWORD_RESET', { email: address });
    return post('resetPassword', { oobCode: await emailedCode(address, 'resetPassword'), newPassword });
  }
  async function requestLinkCode(address: string): Promise<string> {
    const request = { email: address, continueUrl: 'http://localhost/', canHandleCodeInApp: true };
    expect(await requestCode('EMAIL_SIGNIN', request)).toMatchObject(succeeded);
    return emailedCode(address, 'signIn');
  }
  const signInWithLink = async (address: string, more: object = {}) =>
    ok('signInWithEmailLink', { email: address, oobCode: await requestLinkCode(address), ...more });

  /** The session and the code of a text, which sign in together. */
  async function requestSmsCode(number = phoneNumber) {
    const sent = await ok('sendVerificationCode', { phoneNumber: number, recaptchaToken: 'none' });
    return { sessionInfo: sent.sessionInfo, code: await textedCode(number) };
  }
  /** Signs in with a texted code, or adds the number to the account of `idToken`. */
  const signInWithPhone = async (number = phoneNumber, more: object = {}) =>
    post('signInWithPhoneNumber', { ...(await requestSmsCode(number)), ...more });

  /** As the SDK sends it; `nonce` goes into the form. */
  async function signInWithGoogle(claims: TestClaims, { nonce, ...more }: Record<string, unknown> = {}) {
    const id_token = await googleIdToken(claims, now());
    const form = new URLSearchParams({ id_token, providerId: 'google.com' });
    if (typeof nonce === 'string') form.set('nonce', nonce);
    return post('signInWithIdp', { requestUri: 'http://localhost:3000', postBody: `&${form}`, ...more });
  }

  async function enrollPhone(idToken: string, number = phoneNumber): Promise<Body> {
    const phoneEnrollmentInfo = { phoneNumber: number, recaptchaToken: 'none' };
    const { phoneSessionInfo } = await ok('mfaEnrollment:start', { idToken, phoneEnrollmentInfo });
    const phoneVerificationInfo = { ...phoneSessionInfo, code: await textedCode(number) };
    return ok('mfaEnrollment:finalize', { idToken, phoneVerificationInfo });
  }
  async function startAppEnrollment(idToken: string) {
    const { totpSessionInfo } = await ok('mfaEnrollment:start', { idToken, totpEnrollmentInfo: {} });
    return { secret: totpSessionInfo.sharedSecretKey, sessionInfo: totpSessionInfo.sessionInfo };
  }
  async function enrollApp(idToken: string): Promise<Body & { secret: string }> {
    const { secret, sessionInfo } = await startAppEnrollment(idToken);
    const totpVerificationInfo = { sessionInfo, verificationCode: appCode(secret, now()) };
    const body = { idToken, displayName: 'My app', totpVerificationInfo };
    return { ...(await ok('mfaEnrollment:finalize', body)), secret };
  }
  /** The first half of a sign-in: the credential, and the ids of the factors that may end it. */
  async function beginSignIn() {
    const body = await signIn();
    expect(body).not.toHaveProperty('idToken');
    return {
      credential: body.mfaPendingCredential,
      ids: body.mfaInfo.map((factor) => factor.mfaEnrollmentId),
    };
  }

  return {
    ...provider,
    ...{
      ok,
      expectError,
      repeat,
      signUp,
      signIn,
      lookUp,
      refresh,
      requestCode,
      emailedCode,
      verify,
      signUpVerified,
      reset,
    },
    ...{
      requestLinkCode,
      signInWithLink,
      requestSmsCode,
      signInWithPhone,
      signInWithGoogle,
      enrollPhone,
      startAppEnrollment,
      enrollApp,
      beginSignIn,
    },
    /** A session that must have ended. */
    expectSessionEnded: (idToken: unknown) => expectError('TOKEN_EXPIRED', 'lookup', { idToken }),
    emailSubjects: async (to = email) => (await sentEmails(to)).map(({ subject }) => subject),
  };
}

export type TestIdentity = Awaited<ReturnType<typeof createTestIdentity>>;
type Open = (options?: ProviderOptions) => Promise<TestIdentity>;

/** Tests of what `open` opens for each of them, until it ends. A test that takes no parameter opens its own. */
export function testWith<T extends AsyncDisposable>(open: () => Promise<T>) {
  return (title: string, test: (idp: T) => Promise<void> | void) =>
    base(title, async () => {
      if (test.length === 0) return (test as () => Promise<void> | void)();
      await using idp = await open();
      await test(idp);
    });
}

export const test = testWith(createTestIdentity);

/** The same tests with providers on SQLite and on PostgreSQL. */
export function onBoth(tests: (open: Open, test: ReturnType<typeof testWith<TestIdentity>>) => void): void {
  onBothDatabases([identityMigrations], (openDatabase) => {
    const open: Open = (options) => createTestIdentity({ ...options, open: openDatabase });
    tests(open, testWith(open));
  });
}
