import { expect, test } from 'vitest';
import { composeReclaimNotice } from '../accounts/reclaim-notice.ts';
import { composeLinkNotice } from '../google/notices.ts';
import { type Language, languages } from '../http/language.ts';
import { composeRemoval } from '../second-factors/notices.ts';
import type { Services } from '../services.ts';

const site = { publicUrl: 'https://blood.example' } as Services['site'];
const to = 'rahima@example.org';

type Removal = Parameters<typeof composeRemoval>[0];
const removal = { factor: { phone_number: null }, account: { email: to }, site } as Removal;

const notices: [name: string, compose: (language: Language) => { html?: string; text: string }][] = [
  ['Google linked', (language) => composeLinkNotice({ to, language, site })],
  ['strangers removed', (language) => composeReclaimNotice({ to, language, site })],
  ['a second factor removed', (language) => composeRemoval({ ...removal, language })],
];

test.each(notices)('[IDP-09] %s: told in the language asked for, with the page in it', (_, compose) => {
  const [english, bengali] = languages.map((language) => compose(language));
  expect(english?.html).toContain('<html lang="en">');
  expect(english?.text).toMatch(/https:\/\/blood\.example\/(login|dashboard\/account)\n/);
  expect(bengali?.html).toContain('<html lang="bn">');
  expect(bengali?.text).toMatch(/https:\/\/blood\.example\/(login|dashboard\/account)\?lang=bn\n/);
  expect(bengali?.text.replace(/https:\S+/g, '')).not.toMatch(/password|account|login|forget/i);
});
