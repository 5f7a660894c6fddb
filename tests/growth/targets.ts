import { csvColumns, MAX_CSV_LENGTH } from '#contract/centers-csv.ts';
import { donationColumns, MAX_DONATIONS_LENGTH } from '#contract/imported-donations.ts';
import type { Document } from '../fuzz/fuzz.ts';
import { daysFromNow, filledForm, type Member, type TestApp } from '../test-app.ts';
import type { HostileText } from './texts.ts';
import { bodyTexts, hostileForms, hostileJson } from './texts.ts';

/** A part of a request that a client controls, with the maximum size of its text in bytes. */
export type Target = {
  name: string;
  texts: readonly HostileText[];
  maxBytes: number;
  send: (text: string) => Promise<unknown>;
};

/** The server reads bodies of up to 64 KB. */
const MAX_BODY_BYTES = 62_000;

/** Every body field and every whole body of the API document, except in deletions. */
export function apiTargets(app: TestApp, document: Document, member: Member): Target[] {
  const validValues = validFieldValues(member);
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]): Target[] => {
      const upper = method.toUpperCase();
      const name = `${upper} ${path}`;
      const schema = operation.requestBody?.content['application/json']?.schema;
      // Skip deletions, because one of them ends the session of the test.
      if (!schema || upper === 'DELETE') return [];
      const token = path === '/user' ? member.idToken : member.token;
      const names = (operation.parameters ?? [])
        .filter((parameter) => parameter.in === 'query' && parameter.name in validValues)
        .map((parameter) => parameter.name);
      const query = new URLSearchParams(names.map((field) => [field, String(validValues[field])]));
      const address = `/api${path.replaceAll(/\{\w+\}/g, 'a')}?${query}`;
      const send = (body: string) =>
        app.send(upper, address, { token, body, headers: { 'Content-Type': 'application/json' } });
      const fields = Object.keys(schema.properties ?? {});
      const completeBody = Object.fromEntries(fields.map((field) => [field, validValues[field] ?? 'x']));
      return [
        ...fields.map((field) => ({
          name: `${name} ${field}`,
          texts: bodyTexts,
          maxBytes: MAX_BODY_BYTES,
          send: (text: string) => send(JSON.stringify({ ...completeBody, [field]: text })),
        })),
        { name, texts: hostileJson, maxBytes: MAX_BODY_BYTES, send },
      ];
    }),
  );
}

/** The rows of files whose columns are known. */
export const importTargets = (app: TestApp, { token }: Member): Target[] =>
  (
    [
      ['/staff/centers/import', csvColumns, MAX_CSV_LENGTH],
      ['/staff/imported-donations', donationColumns, MAX_DONATIONS_LENGTH],
    ] as const
  ).map(([path, columns, maxLength]) => ({
    name: `POST ${path} rows`,
    texts: bodyTexts,
    maxBytes: maxLength - 200,
    send: (text) =>
      app.send('POST', `/api${path}?preview=true`, { token, json: { csv: `${columns}\n${text}` } }),
  }));

const validFieldValues = ({ email }: Member): Record<string, unknown> => ({
  ...filledForm(email, { date: daysFromNow(3) }),
  img: 'https://example.org/images/a',
  price: 5,
});

/** Fields of each call of the identity provider. */
const identityFields: Record<string, readonly string[]> = {
  '/v1/accounts:signUp': ['email', 'password', 'displayName', 'idToken', 'targetProjectId'],
  '/v1/accounts:signInWithPassword': ['email', 'password'],
  '/v1/accounts:lookup': ['idToken'],
  '/v1/accounts:update': ['email', 'password', 'displayName', 'photoUrl', 'oobCode'],
  '/v1/accounts:sendOobCode': ['email', 'newEmail', 'continueUrl', 'requestType'],
  '/v1/accounts:resetPassword': ['oobCode', 'newPassword'],
  '/v1/accounts:createAuthUri': ['identifier', 'continueUri', 'sessionId'],
  '/v1/token': ['grant_type', 'refresh_token'],
  '/v1/accounts:endSession': ['idToken', 'sessionId'],
  '/v1/accounts:signInWithEmailLink': ['email', 'oobCode'],
  '/v1/accounts:signInWithIdp': ['postBody', 'requestUri', 'pendingToken'],
  '/v1/accounts:sendVerificationCode': ['phoneNumber'],
  '/v1/accounts:signInWithPhoneNumber': ['phoneNumber', 'code', 'sessionInfo', 'temporaryProof', 'operation'],
  '/v1/accounts:signInWithCustomToken': ['token'],
  '/v1/accounts:finishPasskeySignIn': ['credential', 'credential.id'],
  '/v1/accounts:finishPasskeyEnrollment': ['idToken', 'credential', 'displayName'],
  '/v1/accounts:removePasskey': ['passkeyId'],
  '/v2/accounts/mfaEnrollment:start': ['phoneEnrollmentInfo.phoneNumber'],
  '/v2/accounts/mfaEnrollment:finalize': [
    'displayName',
    'phoneVerificationInfo.sessionInfo',
    'totpVerificationInfo.verificationCode',
  ],
  '/v2/accounts/mfaSignIn:finalize': ['mfaPendingCredential', 'totpVerificationInfo.verificationCode'],
};

export function identityTargets(app: TestApp, { email, idToken }: Member): Target[] {
  const key = app.publicConfig.identity.apiKey;
  const validValues: Record<string, unknown> = {
    email: 'stranger@example.org',
    password: 'wrong horse',
    identifier: email,
    requestType: 'PASSWORD_RESET',
    continueUri: 'http://localhost:3000/',
    grant_type: 'refresh_token',
    postBody: 'id_token=a',
    requestUri: 'http://localhost:3000/',
    oobCode: 'x',
    newPassword: 'another horse',
    code: '123456',
    sessionInfo: 'x',
    phoneNumber: '+8801712345678',
    continueUrl: 'http://localhost:3000/',
  };
  const post = (path: string, body: string, type = 'application/json') =>
    app.send('POST', `/identity${path}?key=${key}`, { body, headers: { 'Content-Type': type } });
  const fields = Object.entries(identityFields).flatMap(([path, names]) =>
    names.map((name) => {
      const validFields = Object.fromEntries(
        names.filter((field) => field in validValues).map((field) => [field, validValues[field]]),
      );
      const [outer = '', inner] = name.split('.');
      const fill = (text: string) => ({
        ...validFields,
        ...(path.includes('signUp') || name === 'idToken' ? {} : { idToken }),
        [outer]: inner ? { [inner]: text } : text,
      });
      const send = (text: string) => post(path, JSON.stringify(fill(text)));
      return { name: `POST ${path} ${name}`, texts: bodyTexts, maxBytes: MAX_BODY_BYTES, send };
    }),
  );
  const path = '/v1/accounts:signInWithPassword';
  return [
    ...fields,
    { name: path, texts: hostileJson, maxBytes: MAX_BODY_BYTES, send: (body) => post(path, body) },
    {
      name: `${path} as a form`,
      texts: hostileForms,
      maxBytes: MAX_BODY_BYTES,
      send: (body) => post(path, body, 'application/x-www-form-urlencoded'),
    },
  ];
}

/** Browser calls of the card sandbox, and its pages. */
export function cardTargets(app: TestApp): Target[] {
  const { publishableKey: key } = app.publicConfig.cards;
  const card = {
    type: 'card',
    'card[number]': '4242424242424242',
    'card[exp_month]': '12',
    'card[cvc]': '123',
  };
  const methods = '/cards/v1/payment_methods';
  const send = (body: string) =>
    app.send('POST', methods, { body, headers: { 'Content-Type': 'application/x-www-form-urlencoded' } });
  const names = [
    ...Object.keys(card),
    'card[token]',
    'billing_details[name]',
    'billing_details[email]',
    'key',
  ];
  return [
    ...names.map((name) => ({
      name: `POST ${methods} ${name}`,
      texts: bodyTexts,
      // A percent-encoded byte takes three characters.
      maxBytes: MAX_BODY_BYTES / 3,
      send: (text: string) => send(`${new URLSearchParams({ key, ...card, [name]: text })}`),
    })),
    {
      name: methods,
      texts: hostileForms,
      maxBytes: MAX_BODY_BYTES,
      send: (text) => send(`key=${key}&${text}`),
    },
  ];
}
