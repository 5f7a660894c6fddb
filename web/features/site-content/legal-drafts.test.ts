import { expect, test } from 'vitest';
import { legalSlugs } from '#contract/legal-pages.ts';
import { contentKinds } from '#contract/site-content.ts';
import { createLegalDraft } from './legal-drafts.ts';

const fieldsOf = (page: object) =>
  contentKinds.page.content.safeParse(page).error?.issues.map(({ path }) => path.join('.'));

test.each(legalSlugs)('the draft of %s can be published once its square brackets are filled in', (slug) => {
  const draft = createLegalDraft(slug, ['fr', 'bn']);
  expect(Object.keys(draft.body)).toEqual(['fr', 'bn']);
  expect(fieldsOf(draft)).toEqual(['body']);
  const fill = (text = '') => text.replaceAll(/\[.+?\]/g, '[Dakar](https://dakar.example)');
  const body = { fr: fill(draft.body.fr), bn: fill(draft.body.bn) };
  expect(fieldsOf({ ...draft, body })).toBeUndefined();
  expect(fieldsOf({ ...draft, slug: 'donors' })).toBeUndefined();
});
