/** What repeats in a hostile text: whatever a pattern or a parser may stop at, go back for, or put in order. */
const units = [
  ...['.', '/', ' ', '@', '%', '"', '\\', '[', '<', '=', ',', '-', '0', 'a', '\t', 'a.', '.a', 'a ', 'a@'],
  ...['\r\n', '\u0316\u0301', '\ufdfa', '\u200d', '\u{1f3fb}', 'eyJ', '\u00e9'],
];
/** What means something in an address or a header alone. */
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

/** A text of about `size` bytes in UTF-8. */
export type HostileText = { name: string; of: (size: number) => string };

/** As it is, and between what a pattern for an address or a path begins with and a character that it does not end with. */
const textsOf = (unit: string): HostileText[] => {
  const repeated = (size: number) => unit.repeat(Math.ceil(size / Buffer.byteLength(unit)));
  const name = JSON.stringify(unit);
  return [
    { name, of: repeated },
    { name: `a@a${name}@`, of: (size: number) => `a@a${repeated(size)}@` },
  ];
};

const headTexts = [...units, ...headUnits].flatMap(textsOf);

/** Runs of marks of two classes: to put them in order is quadratic for some. */
const marks = {
  name: 'marks in order',
  of: (size: number) => '\u0301'.repeat(size / 4) + '\u0316'.repeat(size / 4),
};

export const bodyTexts: readonly HostileText[] = [...units.flatMap(textsOf), marks];

/** For a header: bytes, and no line ends. */
export const headerTexts = headTexts.filter(({ of }) => /^[\t\x20-\xff]+$/.test(of(20)));

/** For a path: what is not allowed there is encoded, and everything else is as somebody would send it. */
export const pathTexts: readonly HostileText[] = headTexts.map(({ name, of }) => ({
  name,
  of: (size) => {
    const text = of(size).replaceAll(/[^!-~]|[#?"<>\\^`{|}]/gu, (sign) => encodeURIComponent(sign));
    // An encoded character is longer than the character.
    return text.slice(0, size);
  },
}));

/** JSON whose shape is hostile, not its texts. */
export const hostileJson: readonly HostileText[] = [
  { name: 'deep arrays', of: (size) => '['.repeat(size / 2) + ']'.repeat(size / 2) },
  { name: 'deep objects', of: (size) => `${'{"a":'.repeat(size / 6)}1${'}'.repeat(size / 6)}` },
  { name: 'deep in a field', of: (size) => `{"email":${'['.repeat(size / 2)}${']'.repeat(size / 2)}}` },
  { name: 'many keys', of: (size) => `{${list(size / 9, (n) => `"k${n}":1`)}}` },
  { name: 'one key many times', of: (size) => `{${list(size / 8, () => '"a":"b"')}}` },
  { name: '__proto__', of: (size) => `{${list(size / 17, () => '"__proto__":{}')}}` },
  { name: 'many values', of: (size) => `{"email":[${list(size / 2, () => '1')}]}` },
  { name: 'many texts', of: (size) => `[${list(size / 4, () => '"."')}]` },
  { name: 'a long number', of: (size) => `{"price":${'9'.repeat(size)}}` },
  { name: 'a long fraction', of: (size) => `{"price":0.${'1'.repeat(size)}}` },
  { name: 'not closed', of: (size) => '{"a":['.repeat(size / 6) },
  { name: 'escapes', of: (size) => `{"email":"${'\\u002e'.repeat(size / 6)}"}` },
];

/** Queries and forms. */
export const hostileForms: readonly HostileText[] = [
  { name: 'many names', of: (size) => list(size / 8, (n) => `k${n}=1`, '&') },
  { name: 'one name many times', of: (size) => list(size / 8, () => 'email=1', '&') },
  { name: 'list', of: (size) => list(size / 10, () => 'expand[]=1', '&') },
  { name: 'places', of: (size) => list(size / 12, (n) => `expand[${n}]=1`, '&') },
  { name: 'inside', of: (size) => list(size / 14, (n) => `metadata[k${n}]=1`, '&') },
  { name: 'deep', of: (size) => `card${'[a]'.repeat(size / 3)}=1` },
  { name: 'open brackets', of: (size) => `card${'['.repeat(size)}=1` },
  { name: 'closed brackets', of: (size) => `card${']'.repeat(size)}=1` },
  { name: '__proto__', of: (size) => list(size / 15, () => '__proto__[a]=1', '&') },
  { name: 'ampersands', of: (size) => '&'.repeat(size) },
  { name: 'equals signs', of: (size) => '='.repeat(size) },
  { name: 'bad escapes', of: (size) => `email=${'%E0%A4%A'.repeat(size / 8)}` },
  { name: 'percent signs', of: (size) => `email=${'%'.repeat(size)}` },
  { name: 'plus signs', of: (size) => `email=${'+'.repeat(size)}` },
];

const list = (count: number, item: (n: number) => string, between = ',') =>
  Array.from({ length: Math.max(1, Math.floor(count)) }, (_, n) => item(n)).join(between);
