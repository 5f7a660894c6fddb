import { expect, test } from 'vitest';
import { legalSlugs } from '#contract/site.ts';
import { contentKinds } from '#contract/site-content.ts';
import { legalDrafts } from './legal-drafts.ts';

test.each(legalSlugs)('the draft of %s can be published as it is', (slug) => {
  const draft = { slug, ...legalDrafts[slug] };
  expect(contentKinds.page.content.safeParse(draft).error).toBeUndefined();
});
