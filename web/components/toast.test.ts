import { expect, test } from 'vitest';
import { onFirstToast, setToastRenderer, toast } from './toast.ts';

test('[TST-01] no toast is lost while the toasts are still loading, and their order is kept', () => {
  const shown: string[] = [];
  toast.success('before the page is alive');
  let loads = 0;
  onFirstToast(() => {
    loads += 1;
  });
  expect(loads).toBe(1);
  toast.error('while loading');
  setToastRenderer((kind, text) => shown.push(`${kind}: ${text}`));
  toast.warning('after');
  expect(shown).toEqual(['success: before the page is alive', 'error: while loading', 'warning: after']);
});
