import fc, { type Arbitrary } from 'fast-check';
import { type Choose, hostileValue, mostlyValid, type Schema, valuesOf } from './schema-values.ts';

export type Parameter = { name: string; in: 'path' | 'query'; schema: Schema };
export type Operation = {
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
};

/** One request as it would go over the wire. */
export type Call = {
  method: string;
  /** Path with its query. */
  path: string;
  headers: Record<string, string>;
  body?: string | Uint8Array<ArrayBuffer>;
};

/** Valid values that an attacker with an account may have. */
export type KnownValues = {
  tokens: Arbitrary<string>;
  /** ID tokens of the identity provider, which are not access tokens. */
  identityTokens: Arbitrary<string>;
  /** Keyed by the name of a field or parameter. */
  values: Record<string, Arbitrary<unknown>>;
};

const json = 'application/json';

/**
 * Generates requests for one operation of the API document. With `mostlyValid` they are valid, slightly
 * invalid or garbage. With `onlyValid` they have existing values only.
 */
export function callsOf(
  method: string,
  path: string,
  operation: Operation,
  { tokens, identityTokens, values: known }: KnownValues,
  choose: Choose = mostlyValid,
): Arbitrary<Call> {
  const { offerToken, answerToken, hour, isoDay, staffId, contentRevision } = known as Record<
    string,
    Arbitrary<unknown>
  >;
  const values = {
    ...known,
    ...(path.startsWith('/slot-offer') && { token: offerToken }),
    ...(path.startsWith('/request-answer') && { token: answerToken }),
    ...(path === '/user/availability' && { from: hour, to: hour }),
    ...(path.startsWith('/staff/') && { date: isoDay, id: staffId }),
    ...(path.startsWith('/staff/content') && { revision: contentRevision }),
  } as Record<string, Arbitrary<unknown>>;
  const parameters = operation.parameters ?? [];
  const query = fc.record(
    Object.fromEntries(
      parameters
        .filter((parameter) => parameter.in === 'query')
        .map(({ name, schema }) => [name, valuesOf(schema, values, choose, name)]),
    ),
  );
  const existingId = (
    /^\/(staff\/centers|centers|waiting-list|requests)\//.test(path) ? values.centerId : values.id
  ) as Arbitrary<string>;
  const id = choose(
    { weight: 6, arbitrary: existingId.map(encodeURIComponent) },
    {
      weight: 1,
      arbitrary: fc.string({ unit: 'binary-ascii', minLength: 1, maxLength: 40 }).map(encodeURIComponent),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        '%00',
        '%E0%A4%A',
        '..%2f..',
        '%2e%2e',
        '__proto__',
        'x'.repeat(3000),
        '%F0%9F%A9%B8',
        '-',
        '%',
      ),
    },
  );
  const day = choose(
    { weight: 6, arbitrary: values.isoDay as Arbitrary<string> },
    { weight: 1, arbitrary: id },
  );
  const kind = choose(
    { weight: 6, arbitrary: fc.constantFrom('page', 'page', 'page', 'identity') },
    { weight: 1, arbitrary: id },
  );
  const extraParameters = choose(
    { weight: 1, arbitrary: fc.constant<[string, string][]>([]) },
    {
      weight: 3,
      arbitrary: fc.array(
        fc.tuple(
          fc.constantFrom('email', 'limit', 'after', '__proto__', 'a[b]'),
          fc.string({ maxLength: 8 }),
        ),
        { maxLength: 2 },
      ),
    },
  );
  const schema = operation.requestBody?.content[json]?.schema;
  const asJson = (schema ? valuesOf(schema, values, choose) : hostileValue).map(
    (value) => JSON.stringify(value) ?? 'undefined',
  );
  const body = choose<string | Uint8Array<ArrayBuffer>>(
    { weight: 12, arbitrary: asJson },
    { weight: 1, arbitrary: fc.string({ maxLength: 60 }) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 60 }).map((bytes) => new Uint8Array(bytes)) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        '',
        '{',
        '[]',
        'null',
        '\ufeff{}',
        '{"a":1}{"a":2}',
        '['.repeat(5000),
        `{"name":"${'x'.repeat(120_000)}"}`,
      ),
    },
  );
  const type = choose(
    { weight: 12, arbitrary: fc.constant(json) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        'text/plain',
        'application/json; charset=utf-16',
        'multipart/form-data',
        '',
        'x',
      ),
    },
  );
  // Let few deletions of an account or a session succeed, because each needs a new registration.
  const isDestructive = /^DELETE \/(user|session)$/.test(`${method} ${path}`);
  const validToken = path === '/user' && method === 'PUT' ? identityTokens : tokens;
  const otherToken = path === '/user' && method === 'PUT' ? tokens : identityTokens;
  const authorization = choose(
    { weight: isDestructive ? 6 : 300, arbitrary: validToken },
    { weight: 10, arbitrary: otherToken },
    { weight: 50, arbitrary: fc.constantFrom('', ' ', 'x', 'e'.repeat(5000), 'e30.e30.', 'null') },
    {
      weight: 30,
      arbitrary: fc.tuple(validToken, fc.nat()).map(([token, position]) => changeCharacter(token, position)),
    },
  ).chain((token) =>
    fc.constantFrom(...Array(20).fill(`Bearer ${token}`), token, `Basic ${token}`, `bearer ${token}`),
  );
  const key = choose(
    { weight: 4, arbitrary: fc.constant<string | undefined>(undefined) },
    { weight: 2, arbitrary: fc.uuid() },
    { weight: 1, arbitrary: fc.constantFrom('same', '', 'x'.repeat(300), 'a b', '"quoted"') },
  );
  const signature = fc.constantFrom(undefined, 't=1,v1=00', '', 't=,v1=', 'x'.repeat(300));
  return fc
    .record({ id, day, kind, query, extraParameters, body, type, authorization, key, signature })
    .map(({ id, day, kind, query, extraParameters, body, type, authorization, key, signature }) => {
      const search = new URLSearchParams();
      for (const [name, value] of Object.entries(query))
        if (value !== null) search.append(name, asText(value));
      for (const [name, value] of extraParameters) if (value.length % 3 === 0) search.append(name, value);
      const hasBody = method !== 'GET';
      return {
        method,
        path: `${path
          .replace('{date}', () => day)
          .replace('{kind}', () => kind)
          .replaceAll(/\{\w+\}/g, () => id)}${search.size > 0 ? `?${search}` : ''}`,
        headers: {
          authorization,
          ...(hasBody && { 'content-type': type }),
          ...(key !== undefined && { 'idempotency-key': key }),
          ...(signature !== undefined && { 'stripe-signature': signature }),
        },
        ...(hasBody && { body }),
      };
    })
    .filter(({ path }) => isInApi(path));
}

/** Whether the path stays in the API. URLs resolve the segment `%2e%2e`, so two of them lead to a page. */
const isInApi = (path: string): boolean => new URL(`/api${path}`, 'http://site').pathname.startsWith('/api/');

/** Changes one character of the token. */
function changeCharacter(token: string, position: number): string {
  const index = position % token.length;
  return `${token.slice(0, index)}${token[index] === 'A' ? 'B' : 'A'}${token.slice(index + 1)}`;
}

/** Converts objects to JSON, because `String` throws for an object whose own `toString` is not a function. */
const asText = (value: unknown): string =>
  typeof value === 'object' ? JSON.stringify(value) : String(value);
