import { beforeEach, expect, test } from 'vitest';
import { type PageData, type PageSite, setPageData } from '#web/before-react/page-data.ts';
import { footerColumns, socialUrls } from './footer-links.ts';

const site: PageSite = {
  name: 'S',
  contact: {},
  published: [],
  languages: ['en', 'bn'],
  counters: [],
  legalPages: [],
  fee: null,
  weekStart: 7,
};
const show = (changes: Partial<PageSite>) =>
  setPageData({ path: '/', publicUrl: '', config: {}, lists: {}, site: { ...site, ...changes } } as PageData);
beforeEach(() => show({}));

const columns = () =>
  footerColumns().map(
    ({ key, links }) => `${key}: ${links.map(({ label, url = '-' }) => `${label} ${url}`).join(', ')}`,
  );

test('the footer has the placeholders of the specification until the owner has published something', () => {
  expect(columns()).toEqual([
    'company: About -, Careers -, Brand Center -, Blog -',
    'help: Discord Server -, Twitter -, Facebook -, Contact Us -',
    'legal: Privacy Policy -, Licensing -, Terms & Conditions -',
    'download: iOS -, Android -, Windows -, MacOS -',
  ]);
  expect(socialUrls()).toBeUndefined();
});

test('a published page replaces its placeholder', () => {
  show({
    published: ['contact', 'post'],
    legalPages: [
      { slug: 'terms', title: 'Conditions' },
      { slug: 'imprint', title: 'Mentions' },
    ],
  });
  expect(columns().slice(0, 3)).toEqual([
    'company: About -, Careers -, Brand Center -, Blog /blogs',
    'help: Discord Server -, Twitter -, Facebook -, Contact Us /contact',
    'legal: Privacy Policy -, Licensing -, Conditions /p/terms, Mentions /p/imprint',
  ]);
});

test('once a link is published, no placeholder is left', () => {
  show({
    published: ['contact', 'links'],
    contact: { whatsapp: '+221 77 123' },
    legalPages: [{ slug: 'privacy', title: 'Vie privée' }],
    links: {
      social: { youtube: 'https://y.example' },
      footer: { help: [{ label: 'Aide', url: 'https://a.example' }] },
    },
  });
  expect(columns()).toEqual([
    'help: Aide https://a.example, Contact Us /contact',
    'legal: Vie privée /p/privacy',
  ]);
  expect(socialUrls()).toEqual({ whatsapp: 'https://wa.me/22177123', youtube: 'https://y.example' });
});
