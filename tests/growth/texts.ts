/**
 * Units that are repeated in hostile texts: characters that make patterns and parsers backtrack, stop or
 * sort.
 */
const units = [
  ...['.', '/', ' ', '@', '%', '"', '\\', '[', '<', '=', ',', '-', '0', 'a', '\t', 'a.', '.a', 'a ', 'a@'],
  ...['\r\n', '\u0316\u0301', '\ufdfa', '\u200d', '\u{1f3fb}', 'eyJ', '\u00e9'],
];
/** Units with a meaning only in URLs or headers. */
const headUnits = [
  ...[
    '{',
    '(',
    '&',
    ';',
    '+',
    ':',
    'a,',
    '[]',
    '[a]',
    '<a',
    '%25',
    '%E0%A4%A',
    '../',
    '; q=0',
    'q=0.',
    'W/"',
  ],
  'Bearer ',
];

/** Generates text of about `size` bytes in UTF-8. */
export type HostileText = { name: string; generate: (size: number) => string };

/**
 * Returns the repeated unit alone, and between a valid start of an address and a character with which an
 * address cannot end.
 */
const textVariants = (unit: string): HostileText[] => {
  const repeated = (size: number) => unit.repeat(Math.ceil(size / Buffer.byteLength(unit)));
  const name = JSON.stringify(unit);
  return [
    { name, generate: repeated },
    { name: `a@a${name}@`, generate: (size: number) => `a@a${repeated(size)}@` },
  ];
};

const headTexts = [...units, ...headUnits].flatMap(textVariants);

/** Combining marks in the wrong order, whose normalization can be quadratic. */
const marks = {
  name: 'marks in the wrong order',
  generate: (size: number) => '\u0301'.repeat(size / 4) + '\u0316'.repeat(size / 4),
};

export const bodyTexts: readonly HostileText[] = [...units.flatMap(textVariants), marks];

/** Texts for headers: single bytes without line ends. */
export const headerTexts = headTexts.filter(({ generate }) => /^[\t\x20-\xff]+$/.test(generate(20)));

/** Texts for paths: characters that are not allowed are encoded. */
export const pathTexts: readonly HostileText[] = headTexts.map(({ name, generate }) => ({
  name,
  generate: (size) => {
    const text = generate(size).replaceAll(/[^!-~]|[#?"<>\\^`{|}]/gu, (character) =>
      encodeURIComponent(character),
    );
    // Cut the text, because an encoded character is longer than the character.
    return text.slice(0, size);
  },
}));

/** JSON with a hostile structure. */
export const hostileJson: readonly HostileText[] = [
  { name: 'deep arrays', generate: (size) => '['.repeat(size / 2) + ']'.repeat(size / 2) },
  { name: 'deep objects', generate: (size) => `${'{"a":'.repeat(size / 6)}1${'}'.repeat(size / 6)}` },
  { name: 'deep in a field', generate: (size) => `{"email":${'['.repeat(size / 2)}${']'.repeat(size / 2)}}` },
  { name: 'many keys', generate: (size) => `{${list(size / 9, (n) => `"k${n}":1`)}}` },
  { name: 'one key many times', generate: (size) => `{${list(size / 8, () => '"a":"b"')}}` },
  { name: '__proto__', generate: (size) => `{${list(size / 17, () => '"__proto__":{}')}}` },
  { name: 'many values', generate: (size) => `{"email":[${list(size / 2, () => '1')}]}` },
  { name: 'many texts', generate: (size) => `[${list(size / 4, () => '"."')}]` },
  { name: 'a long number', generate: (size) => `{"price":${'9'.repeat(size)}}` },
  { name: 'a long fraction', generate: (size) => `{"price":0.${'1'.repeat(size)}}` },
  { name: 'not closed', generate: (size) => '{"a":['.repeat(size / 6) },
  { name: 'escapes', generate: (size) => `{"email":"${'\\u002e'.repeat(size / 6)}"}` },
];

/** Queries and forms. */
export const hostileForms: readonly HostileText[] = [
  { name: 'many names', generate: (size) => list(size / 8, (n) => `k${n}=1`, '&') },
  { name: 'one name many times', generate: (size) => list(size / 8, () => 'email=1', '&') },
  { name: 'list', generate: (size) => list(size / 10, () => 'expand[]=1', '&') },
  { name: 'slots', generate: (size) => list(size / 12, (n) => `expand[${n}]=1`, '&') },
  { name: 'inside', generate: (size) => list(size / 14, (n) => `metadata[k${n}]=1`, '&') },
  { name: 'deep', generate: (size) => `card${'[a]'.repeat(size / 3)}=1` },
  { name: 'open brackets', generate: (size) => `card${'['.repeat(size)}=1` },
  { name: 'closed brackets', generate: (size) => `card${']'.repeat(size)}=1` },
  { name: '__proto__', generate: (size) => list(size / 15, () => '__proto__[a]=1', '&') },
  { name: 'ampersands', generate: (size) => '&'.repeat(size) },
  { name: 'equals signs', generate: (size) => '='.repeat(size) },
  { name: 'bad escapes', generate: (size) => `email=${'%E0%A4%A'.repeat(size / 8)}` },
  { name: 'percent signs', generate: (size) => `email=${'%'.repeat(size)}` },
  { name: 'plus signs', generate: (size) => `email=${'+'.repeat(size)}` },
];

const list = (count: number, item: (n: number) => string, separator = ',') =>
  Array.from({ length: Math.max(1, Math.floor(count)) }, (_, n) => item(n)).join(separator);
