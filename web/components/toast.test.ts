import { expect, test } from 'vitest';
import { showToastsWith, toast, whenFirstToast } from './toast.ts';

test('[TST-01] no toast is lost while the toasts are still loading, and their order is kept', () => {
  const shown: string[] = [];
  toast.success('before the page is alive');
  let loads = 0;
  whenFirstToast(() => {
    loads += 1;
  });
  expect(loads).toBe(1);
  toast.error('while loading');
  showToastsWith((kind, text) => shown.push(`${kind}: ${text}`));
  toast.warning('after');
  expect(shown).toEqual(['success: before the page is alive', 'error: while loading', 'warning: after']);
});
