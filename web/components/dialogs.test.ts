import { expect, test } from 'vitest';
import { alertDialog, confirmDialog, dialogQueue } from './dialogs.ts';

const answerFirst = (yes: boolean) => {
  const first = dialogQueue.first();
  if (!first) throw new Error('Nothing is asked.');
  dialogQueue.answer(first, yes);
  return first;
};

test('questions are shown one after the other, each with its own answer', async () => {
  const sure = confirmDialog({ title: 'Are you sure?', text: 'Really' });
  const told = alertDialog({ title: 'Sorry!', text: 'No' });
  expect(answerFirst(true)).toMatchObject({ title: 'Are you sure?', yes: 'Yes', no: 'No' });
  const alert = answerFirst(true);
  expect(alert).toMatchObject({ title: 'Sorry!', yes: 'OK' });
  expect(alert.no).toBeUndefined();
  expect(await sure).toBe(true);
  expect(await told).toBeUndefined();
  expect(dialogQueue.first()).toBeUndefined();
});

test('no is an answer too', async () => {
  const sure = confirmDialog({ title: 'Are you sure?', text: 'Really' });
  answerFirst(false);
  expect(await sure).toBe(false);
});

test('a question that is taken back is answered with no, and makes room for the next', async () => {
  const gone = new AbortController();
  const answer = confirmDialog({ title: 'Leave?', text: 'Really.', signal: gone.signal });
  const next = confirmDialog({ title: 'Delete?', text: 'Really.' });
  gone.abort();
  expect(await answer).toBe(false);
  expect(answerFirst(true).title).toBe('Delete?');
  expect(await next).toBe(true);
});

test('what is dropped is never answered; what is told stays', () => {
  void confirmDialog({ title: 'Delete?', text: 'Really.' }).then(() => expect.unreachable());
  void alertDialog({ title: 'Done', text: 'It is.' });
  dialogQueue.drop();
  expect(answerFirst(true).title).toBe('Done');
  expect(dialogQueue.first()).toBeUndefined();
});
