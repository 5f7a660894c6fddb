import { expect, test } from 'vitest';
import { onBothDatabases } from '#platform/testing/databases.ts';
import { codeOf } from '#platform/testing/error-code.ts';
import { serverMigrations } from '#server/db/migrations.ts';
import type { Tables } from '#server/db/tables.ts';
import { newEditor, noon } from '#server/testing/people.ts';
import { createTestCore } from '#server/testing/test-core.ts';
import { addItem, publishDraft, saveDraft } from './edit-content.ts';
import { findFormerOwner, readSiteContent } from './rules.ts';
import { publishDueContent } from './schedule.ts';

const step = { title: { en: 'Registration' }, detail: { en: 'We note your details.' } };
const editor = newEditor();

onBothDatabases([serverMigrations], (open) => {
  async function createCore() {
    const database = await open();
    const db = database.db.withTables<Tables>();
    const time = { now: noon };
    const core = createTestCore(db, time);
    return { core, db, time, [Symbol.asyncDispose]: () => database[Symbol.asyncDispose]() };
  }
  const publishStep = async (core: Parameters<typeof publishDraft>[0]) => {
    const id = await addItem(core, editor, 'step', step);
    await publishDraft(core, editor, { kind: 'step', id, revision: 1 });
    return id;
  };

  test('reads the content again only after it has changed', async () => {
    await using site = await createCore();
    const { core, time } = site;
    const [first, second] = await Promise.all([readSiteContent(core), readSiteContent(core)]);
    expect(second).toBe(first);
    time.now += 120_000;
    expect(await readSiteContent(core)).toBe(first);
    const id = await publishStep(core);
    core.listVersions.expire();
    expect((await readSiteContent(core)).step).toEqual([{ id, ...step }]);
    expect(first.step).toEqual([]);
  });

  test('responds without the database, and reads again after a failure', async () => {
    await using site = await createCore();
    const { core, db } = site;
    const broken = { ...core, db: { selectFrom: () => ({}) } as never };
    await expect(readSiteContent(broken)).rejects.toThrow();
    const content = await readSiteContent(core);
    expect(await readSiteContent(broken)).toBe(content);
    expect(await db.selectFrom('content').select('id').execute()).toEqual([]);
  });

  test('an item whose editor has chosen its id is added once', async () => {
    await using site = await createCore();
    const { core, db } = site;
    const add = (draft: unknown) => codeOf(addItem(core, editor, 'step', draft, 'chosen-by-the-form'));
    expect(await Promise.all([add(step), add(step)])).toEqual(
      expect.arrayContaining(['done', 'changed-elsewhere']),
    );
    expect(await add({ title: { en: 'Another' } })).toBe('changed-elsewhere');
    const rows = await db.selectFrom('content').select(['id', 'revision', 'draft']).execute();
    expect(rows).toEqual([{ id: 'chosen-by-the-form', revision: 1, draft: JSON.stringify(step) }]);
  });

  test('a slug that was published before belongs to its item until another one takes it', async () => {
    await using site = await createCore();
    const { core, db } = site;
    const page = (slug: string) => ({ slug, title: { en: 'Title' }, body: { en: 'Text' } });
    const id = await addItem(core, editor, 'page', page('one'));
    const publish = (revision: number) => publishDraft(core, editor, { kind: 'page', id, revision });
    const save = (slug: string, revision: number) =>
      saveDraft(core, editor, { kind: 'page', id, revision }, page(slug));
    const formerOwner = (slug: string) => findFormerOwner(db, { kind: 'page', slug });
    await publish(1);
    await save('draft', 2);
    await save('two', 3);
    expect(await Promise.all(['one', 'draft', 'two'].map(formerOwner))).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    await publish(4);
    expect(await Promise.all(['one', 'draft', 'two'].map(formerOwner))).toEqual([id, undefined, undefined]);
    await addItem(core, editor, 'page', page('one'));
    expect(await formerOwner('one')).toBeUndefined();
    expect(await codeOf(save('one', 5))).toBe('invalid-fields');
  });

  test('publishes a scheduled draft once, whichever servers run the job', async () => {
    await using site = await createCore();
    const { core, db, time } = site;
    const id = await addItem(core, editor, 'step', step);
    await publishDraft(core, editor, { kind: 'step', id, revision: 1 }, noon + 1000);
    await publishDueContent(core);
    expect(await db.selectFrom('content_versions').select('version').execute()).toEqual([]);
    time.now += 1000;
    await Promise.all([publishDueContent(core), publishDueContent(core), publishDueContent(core)]);
    expect(await db.selectFrom('content_versions').select('version').execute()).toEqual([{ version: 3 }]);
    const entries = await db.selectFrom('staff_log').select('content').orderBy('seq').execute();
    expect(entries.map(({ content }) => JSON.parse(content).action)).toEqual([
      'schedule step',
      'publish step',
    ]);
  });

  test('a scheduled draft that can no longer be published stays a draft, and does not stop the others', async () => {
    await using site = await createCore();
    const { core, db, time } = site;
    const ids = [await addItem(core, editor, 'step', step), await addItem(core, editor, 'step', step)];
    for (const id of ids) await publishDraft(core, editor, { kind: 'step', id, revision: 1 }, noon + 1);
    await db
      .updateTable('content')
      .set({ draft: '{}' })
      .where('id', '=', ids[0] ?? '')
      .execute();
    time.now += 1;
    await publishDueContent(core);
    const rows = db.selectFrom('content').select(['publish_at', 'published']).orderBy('position');
    expect(await rows.execute()).toEqual([
      { publish_at: null, published: null },
      { publish_at: null, published: JSON.stringify(step) },
    ]);
  });

  test('of two editors who save the same group for the first time, one is told of the other', async () => {
    await using site = await createCore();
    const save = () => saveDraft(site.core, editor, { kind: 'contact', id: 'site', revision: 0 }, {});
    const results = await Promise.all([save(), save()].map(codeOf));
    expect(results.sort()).toEqual(['changed-elsewhere', 'done']);
  });
});
