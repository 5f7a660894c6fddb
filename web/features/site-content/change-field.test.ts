import { expect, test } from 'vitest';
import { contentForms } from './content-forms.ts';
import { changeField, listShownFields, readField } from './fields.ts';

function openForm(kind: 'campaign' | 'counters') {
  const fields = contentForms[kind]?.listFields([]) ?? [];
  const find = (name: string) => {
    const field = fields.find((candidate) => candidate.name === name);
    if (!field) throw new Error(`There is no field ${name}`);
    return field;
  };
  return {
    change: (draft: unknown, name: string, value: string) => changeField(draft, find(name), name, value),
    read: (draft: unknown, name: string) => readField(draft, find(name), name),
    shown: (draft: unknown) => listShownFields(fields, draft).map(({ name }) => name),
  };
}

test('a campaign that becomes longer or shorter keeps its first day', () => {
  const { change, read, shown } = openForm('campaign');
  const long = change({ date: '2030-01-02' }, 'duration', 'several');
  expect(long).toEqual({ from: '2030-01-02' });
  expect(read(long, 'duration')).toBe('several');
  expect(shown(long)).not.toContain('date');
  const short = change({ ...(long as object), until: '2030-01-05' }, 'duration', 'one');
  expect(short).toEqual({ date: '2030-01-02' });
  expect(shown(short)).not.toContain('from');
});

test('a counter has either a number or a source', () => {
  const { change, shown } = openForm('counters');
  const typed = change([{}, {}, {}, {}], '0.value', '12');
  expect(typed).toEqual([{ value: 12 }, {}, {}, {}]);
  const counted = change(typed, '0.source', 'donors');
  expect(counted).toEqual([{ source: 'donors' }, {}, {}, {}]);
  expect(shown(counted)).not.toContain('0.value');
  expect(change(counted, '0.source', '')).toEqual([{}, {}, {}, {}]);
  expect(change(typed, '0.value', '')).toEqual([{}, {}, {}, {}]);
});
