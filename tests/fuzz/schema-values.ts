import fc, { type Arbitrary } from 'fast-check';

/** The part of JSON Schema that the OpenAPI document uses. */
export type Schema = {
  type?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
};

/** Hostile values for any field. */
export const hostileValue: Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(null, true, 0, -1, 1.5, 1e308, Number.MAX_SAFE_INTEGER, [], {}, [[]], [null]),
  fc.constantFrom('', ' ', '\0', '\u202e', '\ud800', '🩸', "' or 1=1 --", '../../etc/passwd', '<script>'),
  fc.constantFrom(
    '__proto__',
    'constructor',
    'NaN',
    '-0',
    '1e999',
    '2026-02-30',
    'February 30, 2027',
    '0000-00-00',
  ),
  fc.constantFrom('x'.repeat(5000), '9'.repeat(400), 'é'.repeat(201), '\r\nSet-Cookie: a=b'),
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.jsonValue({ maxDepth: 3 }),
);

/** Chooses among arbitraries, of which the first generates the valid values. */
export type Choose = <T>(...choices: { weight: number; arbitrary: Arbitrary<T> }[]) => Arbitrary<T>;

export const mostlyValid: Choose = (...choices) => fc.oneof(...choices);
export const onlyValid = (<T>(first: { arbitrary: Arbitrary<T> }) => first.arbitrary) as Choose;

/** Generates values for a schema. `valuesByField`: values that exist on the site, keyed by field name. */
export function valuesOf(
  schema: Schema,
  valuesByField: Record<string, Arbitrary<unknown>>,
  choose: Choose,
  name = '',
): Arbitrary<unknown> {
  const matching = matchingValues(schema, valuesByField, choose);
  const fieldValues = valuesByField[name];
  return fieldValues
    ? choose(
        { weight: 8, arbitrary: fieldValues },
        { weight: 2, arbitrary: matching },
        { weight: 1, arbitrary: hostileValue },
      )
    : choose({ weight: 8, arbitrary: matching }, { weight: 1, arbitrary: hostileValue });
}

function matchingValues(
  schema: Schema,
  valuesByField: Record<string, Arbitrary<unknown>>,
  choose: Choose,
): Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf)
    return fc.oneof(...schema.anyOf.map((alternative) => matchingValues(alternative, valuesByField, choose)));
  const { minimum = -1000, maximum = 1000, minLength = 0, maxLength = 300 } = schema;
  switch (schema.type) {
    case 'object':
      return objectValues(schema, valuesByField, choose);
    case 'array':
      return fc.array(valuesOf(schema.items ?? {}, valuesByField, choose), { maxLength: 4 });
    case 'integer':
      return fc.integer({ min: minimum - 1, max: Math.min(maximum, 2 ** 31) + 1 });
    case 'number':
      return fc.double({ min: minimum, max: maximum });
    case 'boolean':
      return fc.boolean();
    case 'string':
      return schema.pattern
        ? fc.stringMatching(new RegExp(schema.pattern, 'u'))
        : fc.string({ minLength: Math.max(0, minLength - 1), maxLength: maxLength + 1, size: 'small' });
    default:
      return hostileValue;
  }
}

/** Generates objects that sometimes lack a field or have an unknown one. */
function objectValues(
  { properties = {} }: Schema,
  valuesByField: Record<string, Arbitrary<unknown>>,
  choose: Choose,
): Arbitrary<unknown> {
  const fields = Object.entries(properties).map(
    ([name, schema]) => [name, valuesOf(schema, valuesByField, choose, name)] as const,
  );
  const complete = fc.record(Object.fromEntries(fields));
  const names = [
    ...Object.keys(properties),
    '__proto__',
    'constructor',
    'userId',
    'user_id',
    '_id',
    'transactionId',
    'role',
  ];
  const withExtraField = fc
    .tuple(complete, fc.constantFrom(...names), hostileValue)
    .map(([object, name, value]) => {
      // Define an own property, as JSON.parse does, even for `__proto__`.
      const copy = { ...object };
      Object.defineProperty(copy, name, { value, enumerable: true, configurable: true, writable: true });
      return copy;
    });
  const withoutField = fc
    .tuple(complete, fc.constantFrom(...names))
    .map(([object, name]) => Object.fromEntries(Object.entries(object).filter(([key]) => key !== name)));
  return choose(
    { weight: 6, arbitrary: complete },
    { weight: 1, arbitrary: withExtraField },
    { weight: 1, arbitrary: withoutField },
  );
}
