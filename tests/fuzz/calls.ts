import fc, { type Arbitrary } from 'fast-check';
import { hostile, type Schema, valuesOf } from './schema-values.ts';

export type Parameter = { name: string; in: 'path' | 'query'; schema: Schema };
export type Operation = {
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
};

/** One request as it would go over the wire. */
export type Call = {
  method: string;
  /** With its query, as sent. */
  path: string;
  headers: Record<string, string>;
  body?: string | Uint8Array<ArrayBuffer>;
};

/** What somebody who knows the site could fill in. */
export type Known = {
  tokens: Arbitrary<string>;
  /** Of the identity provider, which is no access token. */
  identityTokens: Arbitrary<string>;
  /** By the name of a field or parameter. */
  values: Record<string, Arbitrary<unknown>>;
};

const json = 'application/json';

/** Requests for one call of the published document: as it says, beside it, and against all sense. */
export function callsOf(
  method: string,
  path: string,
  operation: Operation,
  { tokens, identityTokens, values }: Known,
): Arbitrary<Call> {
  const parameters = operation.parameters ?? [];
  const query = fc.record(
    Object.fromEntries(
      parameters
        .filter((each) => each.in === 'query')
        .map(({ name, schema }) => [name, valuesOf(schema, values, name)]),
    ),
  );
  const id = fc.oneof(
    { weight: 6, arbitrary: (values.id as Arbitrary<string>).map(encodeURIComponent) },
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
  const strays = fc.array(
    fc.tuple(fc.constantFrom('email', 'limit', 'after', '__proto__', 'a[b]'), fc.string({ maxLength: 8 })),
    {
      maxLength: 2,
    },
  );
  const schema = operation.requestBody?.content[json]?.schema;
  const asJson = (schema ? valuesOf(schema, values) : hostile).map(
    (value) => JSON.stringify(value) ?? 'undefined',
  );
  const body = fc.oneof(
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
  const type = fc.oneof(
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
  // What ends a member or a session is rarely let through: each time somebody new has to register.
  const ends = /^DELETE \/(user|session)$/.test(`${method} ${path}`);
  const good = path === '/user' && method === 'PUT' ? identityTokens : tokens;
  const other = path === '/user' && method === 'PUT' ? tokens : identityTokens;
  const authorization = fc
    .oneof(
      { weight: ends ? 6 : 300, arbitrary: good },
      { weight: 10, arbitrary: other },
      { weight: 50, arbitrary: fc.constantFrom('', ' ', 'x', 'e'.repeat(5000), 'e30.e30.', 'null') },
      { weight: 30, arbitrary: fc.tuple(good, fc.nat()).map(([token, at]) => spoil(token, at)) },
    )
    .chain((token) =>
      fc.constantFrom(...Array(20).fill(`Bearer ${token}`), token, `Basic ${token}`, `bearer ${token}`),
    );
  const key = fc.oneof(
    { weight: 4, arbitrary: fc.constant(undefined) },
    { weight: 2, arbitrary: fc.uuid() },
    { weight: 1, arbitrary: fc.constantFrom('same', '', 'x'.repeat(300), 'a b', '"quoted"') },
  );
  const signature = fc.constantFrom(undefined, 't=1,v1=00', '', 't=,v1=', 'x'.repeat(300));
  return fc
    .record({ id, query, strays, body, type, authorization, key, signature })
    .map(({ id, query, strays, body, type, authorization, key, signature }) => {
      const search = new URLSearchParams();
      for (const [name, value] of Object.entries(query))
        if (value !== null) search.append(name, asText(value));
      for (const [name, value] of strays) if (value.length % 3 === 0) search.append(name, value);
      const sends = method !== 'GET';
      return {
        method,
        path: `${path.replace('{id}', id)}${search.size > 0 ? `?${search}` : ''}`,
        headers: {
          authorization,
          ...(sends && { 'content-type': type }),
          ...(key !== undefined && { 'idempotency-key': key }),
          ...(signature !== undefined && { 'stripe-signature': signature }),
        },
        ...(sends && { body }),
      };
    });
}

/** One sign of it changed. */
function spoil(token: string, at: number): string {
  const place = at % token.length;
  return `${token.slice(0, place)}${token[place] === 'A' ? 'B' : 'A'}${token.slice(place + 1)}`;
}

/** Of what comes here some has a `toString` of its own, which is no function. */
const asText = (value: unknown): string =>
  typeof value === 'object' ? JSON.stringify(value) : String(value);
