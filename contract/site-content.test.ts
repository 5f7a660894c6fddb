import { expect, test } from 'vitest';
import { inLanguage, onPage } from './content-texts.ts';
import { defaultEligibilityRules } from './eligibility-rules.ts';
import { contentKinds, groupKindNames, type SiteContent } from './site-content.ts';
import { createSiteDefaults } from './site-defaults.ts';

const text = (en: string) => ({ en });
const url = 'https://example.org/a';

/** Each kind of items, with every field. */
const complete = {
  campaign: {
    slug: 'blood-bus',
    title: text('The blood bus'),
    detail: text('We come\nto you.'),
    picture: url,
    alt: text('A bus'),
    date: '2028-02-29',
    time: '9:00 am - 5:00 pm',
    place: text('River Road'),
  },
  post: {
    slug: 'first-post',
    title: text('First'),
    body: text('# Hello'),
    cover: url,
    alt: text('A donor'),
    author: text('Nadia'),
    date: '2026-12-01',
  },
  page: { slug: 'privacy', title: text('Privacy'), body: text('What we store.') },
  'team-card': {
    name: text('Nadia Rahman'),
    role: text('Founder'),
    image: url,
    alt: text('Nadia'),
    links: { instagram: url },
  },
  sponsor: { name: text('Northbank'), logo: url, alt: text('A bank'), url },
  step: { title: text('Donation'), detail: text('Ten minutes.'), picture: url, alt: text('A chair') },
};
type Kind = keyof typeof contentKinds;

const fieldsOf = (result: { error?: { issues: { path: PropertyKey[] }[] } }) =>
  [...new Set(result.error?.issues.map(({ path }) => path.join('.')))].sort();
const draftProblems = (kind: Kind, draft: unknown) => fieldsOf(contentKinds[kind].draft.safeParse(draft));
const problems = (kind: Kind, content: unknown) => fieldsOf(contentKinds[kind].content.safeParse(content));

test('every default and every complete item can be published', () => {
  const defaults = createSiteDefaults({ contactEmail: 'team@example.org', canTakePayments: true });
  for (const kind of groupKindNames) expect([kind, problems(kind, defaults[kind])]).toEqual([kind, []]);
  for (const [kind, item] of Object.entries(complete))
    expect([kind, problems(kind as Kind, item)]).toEqual([kind, []]);
  expect(createSiteDefaults({ canTakePayments: false }).fee).toBeNull();
});

test('a draft may lack any field, and publishing names all that are missing', () => {
  for (const kind of Object.keys(complete) as Kind[]) expect(draftProblems(kind, {})).toEqual([]);
  expect(problems('campaign', { picture: url })).toEqual([
    ...['alt', 'date', 'detail', 'place', 'slug', 'title'],
  ]);
  expect(problems('post', {})).toEqual(['body', 'date', 'slug', 'title']);
  expect(problems('counters', [{ label: text('donors'), value: 1 }])).toEqual(['']);
});

const campaign = (changes: object) => ({ ...complete.campaign, date: undefined, ...changes });
test.each([
  [campaign({ from: '2026-12-01', until: '2026-12-01' }), []],
  [campaign({ from: '2026-12-02', until: '2026-12-01' }), ['until']],
  [campaign({ from: '2026-12-01' }), ['date']],
  [campaign({ date: '2026-12-01', from: '2026-12-01', until: '2026-12-02' }), ['date']],
  [campaign({ date: '2026-02-30' }), ['date']],
  [campaign({ date: 'December 1, 2026' }), ['date']],
])('a campaign has a day, or a first and a last one (%#)', (content, expected) => {
  expect(problems('campaign', content)).toEqual(expected);
});

test.each([
  ['campaign', { title: { en: 'x'.repeat(121) } }, 'title.en'],
  ['campaign', { title: { en: 'two\nlines' } }, 'title.en'],
  ['campaign', { title: { English: 'x' } }, 'title'],
  ['campaign', { title: JSON.parse('{"constructor": "x"}') }, 'title'],
  ['campaign', { title: 'x' }, 'title'],
  ['campaign', { detail: { bn: 'x'.repeat(2001) } }, 'detail.bn'],
  ['campaign', { alt: { en: 'x'.repeat(201) } }, 'alt.en'],
  ['campaign', { picture: 'javascript:alert(1)' }, 'picture'],
  ['campaign', { picture: '/images/a' }, 'picture'],
  ['campaign', { picture: `https://example.org/${'x'.repeat(500)}` }, 'picture'],
  ['campaign', { centerId: '../a' }, 'centerId'],
  ['post', { body: { en: 'x'.repeat(50_001) } }, 'body.en'],
  ['post', { date: '0001-01-01' }, 'date'],
  ['post', { slug: 'Two Words' }, 'slug'],
  ['post', { slug: 'a--b' }, 'slug'],
  ['post', { slug: 'x'.repeat(81) }, 'slug'],
  ['sponsor', { url: 'mailto:a@example.org' }, 'url'],
  ['team-card', { links: { myspace: url } }, 'links'],
  ['identity', { name: { en: 'x'.repeat(61) } }, 'name.en'],
  ['identity', { shortName: { en: 'x'.repeat(13) } }, 'shortName.en'],
  ['identity', { accent: 'red' }, 'accent'],
  ['contact', { email: 'a@b' }, 'email'],
  ['contact', { phone: 'call us' }, 'phone'],
  ['links', { footer: { legal: [{ url: 'ftp://example.org' }] } }, 'footer.legal.0.url'],
  ['landing', { order: ['banner', 'banner'] }, 'order'],
  ['counters', [{ value: -1 }], '0.value'],
  ['counters', [{ value: 1e9 + 1 }], '0.value'],
  ['counters', [{}, {}, {}, {}, {}], ''],
  ['region', { country: 'XX' }, 'country'],
  ['region', { country: 'ZZ' }, 'country'],
  ['region', { timeZone: 'Mars/Olympus' }, 'timeZone'],
  ['region', { reminderHour: 24 }, 'reminderHour'],
  ['region', { languages: [] }, 'languages'],
  ['region', { languages: ['en', 'en'] }, 'languages'],
  ['eligibility', { rules: [{ id: 'too-young', question: 'age', below: -1 }] }, 'rules.0'],
  ['eligibility', { waits: { plasma: { men: 0 } } }, 'waits.plasma.men'],
  ['eligibility', { waits: { hair: { men: 1 } } }, 'waits'],
] as const)('%s: a draft is refused because of its field %3$s', (kind, draft, field) => {
  expect(draftProblems(kind, draft)).toEqual([field]);
});

test('waits after a donation are for women and men', () => {
  expect(problems('eligibility', { ...defaultEligibilityRules, waits: { plasma: { women: 14 } } })).toEqual([
    'waits.plasma.men',
  ]);
});

test('nobody is too young and above the age at which the center decides', () => {
  const rules = defaultEligibilityRules.rules.map((rule) =>
    rule.id === 'too-young' ? { ...rule, below: 61 } : rule,
  );
  expect(problems('eligibility', { ...defaultEligibilityRules, rules })).toEqual(['rules']);
});

test('links may call and write', () => {
  for (const target of ['tel:+8801712345678', 'mailto:team@example.org', 'http://example.org'])
    expect(draftProblems('links', { footer: { help: [{ url: target }] } })).toEqual([]);
});

test.each([
  [null, []],
  [{ amount: 500, currency: 'usd' }, []],
  [{ amount: 1000, currency: 'xof' }, []],
  [{ amount: 49, currency: 'usd' }, ['amount']],
  [{ amount: 100_000_000, currency: 'usd' }, ['amount']],
  [{ amount: 1.5, currency: 'usd' }, ['amount']],
  [{ amount: 0, currency: 'xof' }, ['amount']],
  [{ amount: 5001, currency: 'kwd' }, ['amount']],
  [{ amount: 500, currency: 'USD' }, ['currency']],
  [{ amount: 500, currency: 'xyz' }, ['currency']],
  [{ currency: 'usd' }, ['amount']],
])('a fee is what Stripe can charge, or nothing: %j', (fee, expected) => {
  expect(problems('fee', fee)).toEqual(expected);
});

test('checks hostile text in linear time', () => {
  const long = ['a-', ' ', '(', '\n', '-0', '@a.'].map((part) => part.repeat(200_000));
  const started = performance.now();
  for (const value of long) {
    const expected = (name: string) => (value.trim() ? [name] : []);
    for (const name of ['slug', 'date', 'picture', 'time'])
      expect(draftProblems('campaign', { [name]: value })).toEqual(expected(name));
    for (const name of ['email', 'phone', 'mapUrl'])
      expect(draftProblems('contact', { [name]: value })).toEqual(expected(name));
    expect(draftProblems('page', { body: { en: value } })).toEqual(expected('body.en'));
    expect(draftProblems('campaign', { centerId: value })).toEqual(['centerId']);
  }
  expect(performance.now() - started).toBeLessThan(2000);
});

test('in one language, no text by language remains', () => {
  const items = Object.fromEntries(
    Object.entries(complete).map(([kind, item]) => [kind, [{ id: '1', ...item }]]),
  );
  const content = { ...createSiteDefaults({ canTakePayments: true }), ...items } as unknown as SiteContent;
  const links = { footer: { help: [{ label: { fr: 'Aide' }, url }] }, social: { instagram: url } };
  const contact = { address: text('Dhaka'), hours: text('9 to 5') };
  const landing = { texts: { banner: { title: text('Hello'), detail: text('Come'), alt: text('A') } } };
  const eligibility = { ...content.eligibility, note: text('Eat first') };
  const english = inLanguage({ ...content, links, contact, landing, eligibility }, 'en');
  const shown = JSON.stringify(english);
  expect(shown).not.toMatch(/"(en|bn|fr)":/);
  expect(english.links).toEqual({ footer: { help: [{ label: 'Aide', url }] }, social: { instagram: url } });
  const bengali = inLanguage(content, 'bn');
  expect(bengali.counters[0]?.label).toBe('পুরস্কার');
  expect(bengali.post[0]?.title).toBe('First');
  expect(bengali.eligibility).toEqual(content.eligibility);
});

test('on a page, content in another language says in which', () => {
  const [fr, both] = [
    { title: { fr: 'Titre' }, detail: { fr: 'a' } },
    { title: { en: 'Title', fr: 'Titre' } },
  ];
  const steps = { step: [fr, both] };
  const french = { title: 'Titre', lang: 'fr' };
  expect(onPage(steps, 'en', ['en', 'fr'])).toEqual({
    step: [{ ...french, detail: 'a' }, { title: 'Title' }],
  });
  expect(onPage(steps, 'en', ['fr', 'en'])).toEqual({ step: [{ ...french, detail: 'a' }, french] });
  expect(onPage(steps, 'bn', ['fr', 'en', 'bn']).step[1]).toEqual(french);
  expect(inLanguage(steps, 'fr').step[1]).toEqual({ title: 'Titre' });
});

test('a missing text is shown in a language of the site, if it has one', () => {
  const titleOn = (languages: string[], title: object, page: 'en' | 'bn' = 'en') =>
    onPage({ title }, page, languages);
  expect(titleOn(['fr', 'en'], { es: 'Hola', en: 'Hello' })).toEqual({ title: 'Hello' });
  expect(titleOn(['fr', 'bn'], { ar: 'A', en: 'E', bn: 'B' }, 'bn')).toEqual({ title: 'B' });
  expect(titleOn(['tlh', 'en'], { ar: 'A', en: 'E' })).toEqual({ title: 'E' });
  expect(titleOn(['fr', 'en'], { es: 'Hola' })).toEqual({ title: 'Hola', lang: 'es' });
});
