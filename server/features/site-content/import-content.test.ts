import { expect, test } from 'vitest';
import { onBothDatabases } from '#platform/testing/databases.ts';
import { serverMigrations } from '#server/db/migrations.ts';
import type { Tables } from '#server/db/tables.ts';
import { withOperatorLog } from '#server/features/staff-log/staff-log.ts';
import { newEditor, noon } from '#server/testing/people.ts';
import { createTestCore } from '#server/testing/test-core.ts';
import { type ContentFile, fromFiles, toFiles } from './content-files.ts';
import { addItem, publishDraft, saveDraft } from './edit-content.ts';
import { importContent } from './import-content.ts';
import { findRow, listRows } from './repository.ts';

const post = {
  slug: 'blood-bus',
  title: { en: 'The blood bus', fr: 'Le bus du sang' },
  body: { en: '# Where\n\nIn *Dakar*.', fr: '# Où' },
  date: '2026-11-01',
};
const editor = newEditor();

onBothDatabases([serverMigrations], (open) => {
  async function createSite() {
    const database = await open();
    const db = database.db.withTables<Tables>();
    const core = createTestCore(db, { now: noon });
    const files = async () => toFiles(await listRows(db));
    const importFiles = (given: readonly ContentFile[]) =>
      importContent(core, (run) => withOperatorLog(core, run), given);
    return { core, db, files, importFiles, [Symbol.asyncDispose]: () => database[Symbol.asyncDispose]() };
  }

  /** A site with a name, a published post with a later draft, a draft and no fee. */
  async function fill({ core }: Awaited<ReturnType<typeof createSite>>) {
    const group = (kind: 'identity' | 'fee') => ({ kind, id: 'site' });
    await saveDraft(core, editor, { ...group('identity'), revision: 0 }, { name: { en: 'Dakar' } });
    await publishDraft(core, editor, { ...group('identity'), revision: 1 });
    await saveDraft(core, editor, { ...group('fee'), revision: 0 }, null);
    await publishDraft(core, editor, { ...group('fee'), revision: 1 });
    const id = await addItem(core, editor, 'post', post);
    await publishDraft(core, editor, { kind: 'post', id, revision: 1 });
    await saveDraft(core, editor, { kind: 'post', id, revision: 2 }, { ...post, slug: 'new-bus' });
    const step = await addItem(core, editor, 'step', { title: { en: 'Registration' } });
    return { post: id, step };
  }

  test('a site is the same after its files were imported into an empty one, once or twice', async () => {
    await using sites = await both();
    const { from, to } = sites;
    const { step } = await fill(from);
    const files = await from.files();
    expect(files.map(({ path }) => path)).toEqual([
      'fee.json',
      'identity.json',
      ...['post/blood-bus.json', 'post/blood-bus.en.md', 'post/blood-bus.fr.md'],
      ...['post/blood-bus.draft.json', 'post/blood-bus.draft.en.md', 'post/blood-bus.draft.fr.md'],
      `step/registration-${step}.draft.json`,
    ]);
    expect(await to.importFiles(files)).toEqual({ changed: 4, unchanged: 0, problems: [] });
    expect(await to.files()).toEqual(files);
    expect(await to.importFiles(files)).toEqual({ changed: 0, unchanged: 4, problems: [] });
  });

  test('another text, order or draft is a change; other content and a restorable version stay', async () => {
    await using sites = await both();
    const { from, to } = sites;
    const { post: id } = await fill(from);
    await to.importFiles(await from.files());
    const own = await addItem(to.core, editor, 'post', { ...post, slug: 'own' });
    const files = (await from.files())
      .filter(({ path }) => path.startsWith('post/') && !path.includes('.draft'))
      .map(({ path, text }) => ({ path, text: text.replace('The blood bus', 'The bus') }));
    expect(await to.importFiles(files)).toMatchObject({ changed: 1, problems: [] });
    const row = await findRow(to.db, { kind: 'post', id });
    expect([row?.published, row?.draft]).toEqual([row?.draft, expect.stringContaining('The bus')]);
    expect(
      (await to.db.selectFrom('content_versions').select('id').where('id', '=', id).execute()).length,
    ).toBe(2);
    const posts = (await listRows(to.db)).filter(({ kind }) => kind === 'post');
    expect(posts.map((item) => item.id)).toEqual([id, own]);
  });

  test('problems of all files are named, and nothing is changed', async () => {
    await using site = await createSite();
    const item = { id: 'one', position: 0, title: { en: 'One' }, date: '2026-11-01' };
    const json = (value: unknown) => JSON.stringify(value);
    const { problems } = await site.importFiles([
      { path: 'identity.json', text: json({ name: { en: 'x'.repeat(61) } }) },
      {
        path: 'post/one.json',
        text: json({ ...item, slug: 'one', cover: 'https://elsewhere.example/a.jpg' }),
      },
    ]);
    expect(problems).toEqual([
      'identity: name.en: Use at most 60 characters',
      'post one: body: Fill in this field',
      'post one: alt: Describe the picture for people who do not see it',
    ]);
    const taken = await site.importFiles([
      { path: 'page/one.json', text: json({ ...item, slug: 'one', body: { en: 'Text' } }) },
      { path: 'page/two.json', text: json({ ...item, id: 'two', slug: 'one', body: { en: 'Text' } }) },
    ]);
    expect(taken.problems).toEqual(['page two: Another one has this address. Choose another']);
    expect(await listRows(site.db)).toEqual([]);
  });

  async function both() {
    const [from, to] = [await createSite(), await createSite()];
    return {
      from,
      to,
      async [Symbol.asyncDispose]() {
        await from[Symbol.asyncDispose]();
        await to[Symbol.asyncDispose]();
      },
    };
  }
});

test('files that are no content of a site are named', () => {
  const file = (path: string, text: string) => ({ path, text });
  const { contents, problems } = fromFiles([
    file('package.json', '{}'),
    file('identity.json', '{'),
    file('post/a.json', '{"position":1}'),
    file('post/b.json', '{"id":"b","position":1}'),
    file('post/c.json', '{"id":"b","position":2}'),
    file('README.md', 'Our site'),
  ]);
  expect(problems).toEqual([
    'package.json: a site has no content of this name',
    'identity.json: this is not JSON',
    'post/a.json: its "id" or "position" is missing',
    'post/c.json: another file has the same "id"',
  ]);
  expect(contents).toHaveLength(1);
});
