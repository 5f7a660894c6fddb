import type { Document } from '../fuzz/fuzz.ts';
import type { Member, TestApp } from '../test-app.ts';
import type { createSender } from './http.ts';
import type { Target } from './targets.ts';
import { headerTexts, hostileForms, pathTexts } from './texts.ts';

type Send = ReturnType<typeof createSender>['send'];

/** Node accepts 16 KB for the URL and all headers. */
const MAX_HEAD_BYTES = 15_500;
/** The server accepts 2,000 characters of a path and 8,000 with the query. */
const MAX_PATH_BYTES = 1900;
const MAX_QUERY_BYTES = 7800;

/** Parts of a path before and after the hostile text. */
const paths: readonly [before: string, after: string][] = [
  ['/', ''],
  ['/a', 'x/'],
  ['/bn/', '/'],
  ['/assets/', ''],
  ['/dashboard/payment/', ''],
  ['/api/appointments/', '/calendar.ics'],
  ['/images/', '?w=162'],
  ['/identity/v1/accounts:', ''],
  ['/cards/v1/payment_intents/', '/confirm'],
  ['/cards/three-d-secure/', ''],
];

export const pathTargets = (send: Send): Target[] =>
  paths.map(([before, after]) => ({
    name: `GET ${before}...${after}`,
    texts: pathTexts,
    maxBytes: MAX_PATH_BYTES,
    send: (text) => send(`${before}${text}${after}`),
  }));

const queries = [
  '/about',
  '/api/photo',
  '/api/reminder-link/unsubscribe',
  '/identity/v1/projects',
  '/cards/v1/events',
];

/** Every query parameter of the GET operations in the API document. */
export const apiQueryTargets = (send: Send, document: Document, { token }: Member): Target[] =>
  Object.entries(document.paths).flatMap(([path, { get }]) =>
    (get?.parameters ?? [])
      .filter((parameter) => parameter.in === 'query')
      .map(
        ({ name }): Target => ({
          name: `GET /api${path}?${name}`,
          texts: pathTexts,
          maxBytes: MAX_QUERY_BYTES,
          send: (text) =>
            send(`/api${path.replace(/\{\w+\}/g, 'a')}?${name}=${text}`, {
              authorization: `Bearer ${token}`,
            }),
        }),
      ),
  );

export function queryTargets(send: Send, picture: string): Target[] {
  const targets = [...queries, '/identity/oauth/google/start', '/identity/oauth/google/callback', picture];
  const width = `${picture}?w=`;
  return [
    ...targets.map((path) => ({
      name: `GET ${path}?`,
      texts: hostileForms,
      maxBytes: MAX_QUERY_BYTES,
      send: (text: string) => send(`${path}?${text}`),
    })),
    {
      name: `GET ${width}`,
      texts: pathTexts,
      maxBytes: MAX_QUERY_BYTES,
      send: (text: string) => send(`${width}${text}`),
    },
  ];
}

/** Every header that our code or its libraries read. */
const headers: Record<string, readonly string[]> = {
  '/about': ['accept', 'accept-encoding', 'if-none-match', 'x-request-id', 'host', 'range', 'cookie'],
  '/nothing/': ['accept', 'x-forwarded-for', 'x-forwarded-proto', 'forwarded', 'traceparent', 'user-agent'],
  '/api/reviews': ['accept-encoding', 'if-none-match', 'origin', 'referer', 'x-anything'],
  '/api/appointments?email=a': ['authorization', 'content-type', 'idempotency-key', 'stripe-signature'],
  '/identity/v1/projects': ['x-firebase-locale', 'user-agent', 'x-client-version'],
  '/identity/oauth/google/callback?state=a': ['cookie'],
  '/cards/v1/events': ['authorization', 'idempotency-key'],
};

export function headerTargets(send: Send, { token }: Member, picture: string): Target[] {
  const all = { ...headers, [`${picture}?w=162&auto=format`]: ['accept', 'if-none-match', 'range'] };
  return Object.entries(all).flatMap(([path, names]) =>
    names.map((name) => ({
      name: `GET ${path} ${name}`,
      texts: headerTexts,
      maxBytes: MAX_HEAD_BYTES,
      send: (text: string) => send(path, { authorization: `Bearer ${token}`, [name]: text }),
    })),
  );
}

/** Upload fields: content type, boundary, part headers, file name and body. */
export function uploadTargets(app: TestApp, { token }: Member): Target[] {
  const { key } = app.publicConfig.images;
  const upload = (body: string, type = 'multipart/form-data; boundary=x') =>
    app.send('POST', `/images/1/upload?key=${key}`, { body, token, headers: { 'Content-Type': type } });
  const part = (disposition: string, more = '') =>
    `--x\r\nContent-Disposition: ${disposition}\r\n${more}\r\nnot a picture\r\n--x--\r\n`;
  const target = (name: string, send: Target['send']): Target => ({
    name: `POST /images/1/upload ${name}`,
    texts: headerTexts,
    maxBytes: MAX_HEAD_BYTES,
    send,
  });
  return [
    target('content-type', (text) => upload(part('form-data; name="image"'), `multipart/form-data; ${text}`)),
    target('boundary', (text) => upload(text, `multipart/form-data; boundary=${text}`)),
    target('disposition', (text) => upload(part(`form-data; ${text}`))),
    target('filename', (text) => upload(part(`form-data; name="image"; filename="${text}"`))),
    target('filename*', (text) => upload(part(`form-data; name="image"; filename*=UTF-8''${text}`))),
    target('part type', (text) =>
      upload(part('form-data; name="image"; filename="a.jpg"', `Content-Type: ${text}\r\n`)),
    ),
    target('body', (text) => upload(`--x\r\n${text}`)),
  ];
}
