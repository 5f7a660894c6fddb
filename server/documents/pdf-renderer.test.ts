import fc from 'fast-check';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, expect, test, vi } from 'vitest';
import type { Day } from '#contract/days.ts';
import type { Language } from '#contract/languages.ts';
import { runWithContext } from '#platform/observability/request-context.ts';
import { startFailingChild } from '#platform/testing/start-failing-child.ts';
import { toDocument } from '#server/features/donations/document.ts';
import type { Donation } from '#server/features/donations/past.ts';
import { template } from '#server/features/donations/template.ts';
import { donation } from '#server/features/donations/testing/donations.ts';
import { createPdfRenderer } from './pdf-renderer.ts';

const pdfRenderer = createPdfRenderer();
afterAll(() => pdfRenderer.close());

const options = { email: 'rahima@example.org', today: '2026-11-22' as Day };
const createDocument = (donations: Donation[], language: Language = 'en') =>
  toDocument(donations, { ...options, language });
const createPdf = (donations: Donation[], language?: Language) => ({
  template,
  data: createDocument(donations, language),
});

async function renderText(donations: Donation[], language?: Language) {
  const pdf = await getDocumentProxy(await pdfRenderer.render(createPdf(donations, language)));
  const { text } = await extractText(pdf, { mergePages: false });
  return { pdf, pages: text, text: text.join('\n') };
}

const createDonations = (length: number, changes: Partial<Donation> = {}) =>
  Array.from({ length }, (_, index) =>
    donation({
      ...changes,
      day: new Date(Date.UTC(2026, 9, 1) - index * 86_400_000).toISOString().slice(0, 10),
    }),
  );

test('prints 150 rows on several A4 pages, each with headings and page number', async () => {
  const { pdf, pages } = await renderText(createDonations(150));
  const list = pages.filter((page) => page.includes('Donation Center'));
  expect(pages.length).toBeGreaterThan(3);
  expect(list).toHaveLength(pages.length);
  expect(pages.every((page, index) => page.includes(`Page ${index + 1} / ${pages.length}`))).toBe(true);
  expect(pages.join().match(/Rahima Khatun/g)).toHaveLength(150);
  const { width, height } = (await pdf.getPage(1)).getViewport({ scale: 1 });
  expect([width, height].map(Math.round)).toEqual([595, 842]);
});

test('shows the years as bars and as numbers', async () => {
  const { text } = await renderText([...createDonations(3), donation({ day: '2024-02-29' })]);
  expect(text).toMatch(/Year\s+Appointments\s+2026\s+3\s+2025\s+0\s+2024\s+1/);
});

test('shapes Bengali correctly, without empty boxes', async () => {
  const center = 'ঢাকা মেডিকেল কলেজ হাসপাতাল, নির্ভয়ে, ক্ষীরোদ জ্যোৎস্না স্ট্রোক';
  const { text, pdf } = await renderText([donation({ center, name: 'মোঃ জ্ঞানেন্দ্র চক্রবর্ত্তী' })], 'bn');
  for (const letter of new Set(center.replaceAll(/[ ,]/g, ''))) expect(text).toContain(letter);
  expect(text).toContain('২০২৫');
  const tags = JSON.stringify(await (await pdf.getPage(1)).getStructTree());
  for (const tag of ['H1', 'H2', 'Table', 'TH', 'TD']) expect(tags).toContain(`"${tag}"`);
});

test('never interprets user input as layout instructions', async () => {
  const typed = '#panic("x") *b* $x^2$ @a <b> `c` \\ // = #image("/etc/passwd")';
  const { text } = await renderText([donation({ center: typed })]);
  expect(text.replaceAll(/\s+/g, '')).toContain(typed.replaceAll(' ', ''));
});

test('keeps a word of 200 letters within its column', async () => {
  const { pdf } = await renderText([donation({ center: 'x'.repeat(200), name: 'ক'.repeat(100) })]);
  const { items } = await (await pdf.getPage(1)).getTextContent();
  const right = items.map((item) => ('transform' in item ? item.transform[4] + item.width : 0));
  expect(Math.max(...right)).toBeLessThanOrEqual(595 - 56);
});

test('mentions characters that the font does not contain', () => {
  expect(createDocument([donation({ name: '山田 🩸' })]).explanation).toContain('empty box');
  expect(createDocument([donation({ name: 'Zoë Łukasz – রহিমা' })]).explanation).not.toContain('empty box');
});

test('renders any input', { timeout: 300_000 }, async () => {
  const typed = fc.string({ unit: 'grapheme', maxLength: 100 });
  const anyText = fc.string({ unit: 'binary', maxLength: 40 }).filter((text) => text.isWellFormed());
  const rows = { minLength: 20, maxLength: 20 };
  await fc.assert(
    fc.asyncProperty(fc.array(fc.record({ center: typed, name: anyText }), rows), async (records) => {
      const pdf = await pdfRenderer.render(createPdf(records.map(donation)));
      expect(new TextDecoder('latin1').decode(pdf.slice(0, 5))).toBe('%PDF-');
    }),
    { numRuns: 10 },
  );
});

test.each(['dies', 'hangs'] as const)(
  'returns 503 when the child process %s, and starts another for the next document',
  async (fault) => {
    const start = vi.fn(() => startFailingChild(fault));
    const renderer = createPdfRenderer({ start, timeoutMs: fault === 'hangs' ? 300 : 20_000 });
    for (let tries = 0; tries < 2; tries += 1)
      await expect(renderer.render(createPdf([]))).rejects.toMatchObject({
        code: 'unavailable',
        retryAfter: 5,
      });
    // A document whose process died is retried once.
    expect(start).toHaveBeenCalledTimes(fault === 'dies' ? 4 : 2);
  },
);

test('rejects documents beyond the limit of waiting ones', async () => {
  const renderer = createPdfRenderer({
    start: () => startFailingChild('hangs'),
    timeoutMs: 300,
    maxWaiting: 1,
  });
  const renders = Array.from({ length: 4 }, () => renderer.render(createPdf([])));
  const rejections = (await Promise.allSettled(renders)).map(
    (render) => render.status === 'rejected' && render.reason,
  );
  expect(rejections.filter(({ retryAfter }) => retryAfter === 10)).toHaveLength(2);
});

test('delays another visitor by at most one document during a flood from one address', async () => {
  const order: string[] = [];
  const renderer = createPdfRenderer({ start: () => startFailingChild('answers') });
  const renderFor = (address: string, name: string, account: string) =>
    runWithContext({ sender: () => address }, () => renderer.render(createPdf([]), account)).then(() =>
      order.push(name),
    );
  const flood = Array.from({ length: 10 }, (_, n) => renderFor('203.0.113.1', `flood ${n}`, 'flood'));
  const others = [
    renderFor('203.0.113.2', 'Rahim', 'rahim'),
    renderFor('203.0.113.1', 'behind the same address', 'karim'),
  ];
  await Promise.all([...flood, ...others]);
  expect(order.slice(0, 5)).toEqual(expect.arrayContaining(['Rahim', 'behind the same address']));
  renderer.close();
});

test('stops the idle child process and starts another when needed', async () => {
  const start = vi.fn(() => startFailingChild('answers'));
  const renderer = createPdfRenderer({ start, idleMs: 1 });
  await renderer.render(createPdf([]));
  const [{ value: first } = { value: undefined }] = start.mock.results;
  await expect.poll(() => first?.killed).toBe(true);
  await renderer.render(createPdf([]));
  expect(start).toHaveBeenCalledTimes(2);
  renderer.close();
});
