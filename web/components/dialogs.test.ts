import { expect, test } from 'vitest';
import { alertDialog, confirmDialog, dialogQueue } from './dialogs.ts';

const closeFirst = (yes: boolean) => {
  const first = dialogQueue.first();
  if (!first) throw new Error('No dialog is open');
  dialogQueue.resolve(first, yes);
  return first;
};

test('shows dialogs one after the other, each with its own result', async () => {
  const confirmed = confirmDialog({ title: 'Are you sure?', text: 'Really' });
  const alertResult = alertDialog({ title: 'Sorry!', text: 'No' });
  expect(closeFirst(true)).toMatchObject({ title: 'Are you sure?', yes: 'Yes', no: 'No' });
  const alert = closeFirst(true);
  expect(alert).toMatchObject({ title: 'Sorry!', yes: 'OK' });
  expect(alert.no).toBeUndefined();
  expect(await confirmed).toBe(true);
  expect(await alertResult).toBeUndefined();
  expect(dialogQueue.first()).toBeUndefined();
});

test('resolves to false on No', async () => {
  const confirmed = confirmDialog({ title: 'Are you sure?', text: 'Really' });
  closeFirst(false);
  expect(await confirmed).toBe(false);
});

test('an aborted question resolves to false, and the next one is shown', async () => {
  const controller = new AbortController();
  const aborted = confirmDialog({ title: 'Leave?', text: 'Really.', signal: controller.signal });
  const next = confirmDialog({ title: 'Delete?', text: 'Really.' });
  controller.abort();
  expect(await aborted).toBe(false);
  expect(closeFirst(true).title).toBe('Delete?');
  expect(await next).toBe(true);
});

test('drop removes questions without resolving them; alerts stay', () => {
  void confirmDialog({ title: 'Delete?', text: 'Really.' }).then(() => expect.unreachable());
  void alertDialog({ title: 'Done', text: 'It is.' });
  dialogQueue.drop();
  expect(closeFirst(true).title).toBe('Done');
  expect(dialogQueue.first()).toBeUndefined();
});
