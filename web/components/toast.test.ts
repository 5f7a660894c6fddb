import { expect, test } from 'vitest';
import { onFirstToast, setToastRenderer, toast } from './toast.ts';

test('[TST-01] queues toasts in order while the toaster loads', () => {
  const shown: string[] = [];
  toast.success('before hydration', 'second line');
  let loads = 0;
  onFirstToast(() => {
    loads += 1;
  });
  expect(loads).toBe(1);
  toast.error('while loading');
  setToastRenderer((kind, ...texts) => shown.push(`${kind}: ${texts.filter(Boolean).join(', ')}`));
  toast.warning('after');
  expect(shown).toEqual(['success: before hydration, second line', 'error: while loading', 'warning: after']);
});
