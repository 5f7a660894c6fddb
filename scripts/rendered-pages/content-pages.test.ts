import { expect, test } from 'vitest';
import { type ContentKind, contentKinds } from '#contract/site-content.ts';
import { forbidLocaleData } from './forbid-locale-data.ts';
import { prepareOwnPage } from './render.ts';

const hostile = '</script><img src=x onerror=alert(1)>"\'&{name}';
const text = (name: string) => ({ fr: `${name} ${hostile}` });
const picture = 'https://blood.example/images/0193';
const own = {
  published: Object.keys(contentKinds) as ContentKind[],
  identity: { name: text('Sang'), description: text('Donneurs') },
  contact: { email: 'a@b.example', phone: '+221 33', address: text('Rue'), hours: text('Lundi') },
  links: {
    social: { youtube: 'https://y.example/"><b>' },
    footer: { help: [{ label: text('Aide'), url: 'tel:+221' }] },
  },
  landing: {
    order: ['sponsors' as const],
    hidden: ['photos' as const],
    texts: {
      join: { title: text('Venez') },
      'who-we-are': { detail: text('Nous'), picture, alt: text('Voisins') },
    },
  },
  post: [
    {
      id: 'p',
      slug: 'a',
      title: text('Pourquoi'),
      body: text('**Donner**'),
      author: text('Awa'),
      date: '2026-11-20',
    },
  ],
  page: [{ id: 'g', slug: 'terms', title: text('Conditions'), body: text('# Avant') }],
  campaign: [
    {
      id: 'k',
      slug: 'bus',
      title: text('Bus'),
      detail: text('Venez'),
      date: '2026-12-12',
      place: text('Gare'),
    },
  ],
  'team-card': [
    { id: 't', name: text('Moussa'), role: text('Médecin'), links: { linkedin: 'https://l.example' } },
  ],
  sponsor: [{ id: 's', name: text('Boulangerie'), url: 'https://b.example' }],
  step: [{ id: 'e', title: text('Inscription'), detail: text('Vite'), picture, alt: text('Table') }],
};
const render = (path: string) => forbidLocaleData(prepareOwnPage(path, own));
/** The text of the page's HTML, and of its data. */
async function read(path: string) {
  const html = await render(path);
  const [data = ''] = /<script id="page-data"[^>]*>.*?<\/script>/s.exec(html) ?? [];
  return { html: html.replace(data, ''), data };
}

test.each([
  ['/', ['Venez', 'Voisins', 'Boulangerie', 'Inscription', 'Aide']],
  ['/about', ['Moussa', 'Médecin', 'https://l.example']],
  ['/blogs', ['Pourquoi', 'Awa', '/blogs/feed.xml']],
  ['/blogs/a', ['<strong>Donner</strong>', 'BlogPosting', '"og:title" content="Pourquoi']],
  ['/p/terms', ['<h2>Avant']],
  ['/contact', ['+221 33', 'Rue', 'Lundi']],
  ['/bn/campaign/bus', ['Venez', '"@type":"Event"', '/bn/campaign/bus/calendar.ics']],
])('%s contains what the owner has published once, as text', async (path, parts) => {
  const { html, data } = await read(path);
  for (const part of parts) expect(html).toContain(part);
  for (const part of parts.filter((one) => one !== 'Aide' && one !== 'Venez'))
    expect(data).not.toContain(part);
  expect(html).not.toMatch(/<img src=x|Blood Buddies|This is/);
  expect(html).toContain('/p/terms');
});

test('sections are in the order of the owner, and hidden ones are left out', async () => {
  const { html } = await read('/');
  expect(html).not.toContain('aria-labelledby="photos"');
  expect(html.indexOf('id="sponsors"')).toBeLessThan(html.indexOf('id="banner"'));
  expect(html).not.toContain('40 years</dt>');
});

test('registering means to agree to the published terms', async () => {
  expect((await read('/register')).html).toContain('href="/p/terms"');
});
