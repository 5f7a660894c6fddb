import { mkdtempDisposableSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ERASED_ACCOUNTS } from '#platform/files/data-folder.ts';
import { createErasedAccounts } from './erased-accounts.ts';

test('an id that is added after a crash is not joined to an incomplete line', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'blood-buddies-erased-'));
  const erased = createErasedAccounts(folder.path);
  await erased.add('rahima');
  writeFileSync(join(folder.path, ERASED_ACCOUNTS), 'nas', { flag: 'a' });
  await erased.add('nasrin');
  await erased.add('nasrin');
  expect(await erased.list()).toEqual(['rahima', 'nas', 'nasrin']);
});
