import { once } from 'node:events';
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { freePort } from '#platform/testing/ports.ts';
import { openTestHouse } from './house.ts';
import { runToEnd, startSite } from './process.ts';

vi.setConfig({ testTimeout: 120_000 });

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'blood-buddies-copied-'));
});
afterEach(() => rmSync(folder, { recursive: true }));
const at = (name: string) => join(folder, name);

/** Starts a site there in memory and ends it: why its refunds are held, and what its metrics say. */
async function startOnce(DATA_DIR: string) {
  await using house = await openTestHouse({ DATA_DIR });
  const metrics = await (await house.metrics.request('/metrics')).text();
  return { held: house.refundsHeld, metric: /^payments_refunds_held (\d)$/m.exec(metrics)?.[1] };
}
const operate = (DATA_DIR: string, ...words: string[]) => runToEnd('operate.ts', words, { DATA_DIR });

test('a copy of a data folder holds its refunds, the original does not', async () => {
  expect(await startOnce(at('live'))).toEqual({ held: undefined, metric: '0' });
  cpSync(at('live'), at('copy'), { recursive: true });
  const held = 'the data was copied or moved from another place';
  expect(await startOnce(at('copy'))).toEqual({ held, metric: '1' });
  expect(await startOnce(at('copy'))).toEqual({ held, metric: '1' });
  expect(await startOnce(at('live'))).toEqual({ held: undefined, metric: '0' });
});

test('a restored site says that its refunds are held, until the operator releases them', async () => {
  await startOnce(at('live'));
  expect(await operate(at('live'), 'backup', '--to', at('backup'))).toMatchObject({ code: 0 });
  expect(await operate(at('restored'), 'restore', '--from', at('backup'))).toMatchObject({ code: 0 });
  const port = String(await freePort());
  const site = await startSite({ DATA_DIR: at('restored'), PORT: port });
  await vi.waitFor(() =>
    expect(site.output()).toMatch(/^ {2}refunds are held \(restored from the backup of 20\S+Z\)/m),
  );
  const ended = once(site.child, 'exit');
  site.child.kill('SIGTERM');
  await ended;
  expect(readdirSync(at('restored'))).not.toContain('restored-from-backup');
  expect((await operate(at('restored'), 'payments')).output).toContain('Refunds are held: restored from');
  const released = await operate(at('restored'), 'payments', 'release');
  expect(released).toEqual({ code: 0, output: 'Refunds are released; 0 were waiting.\n' });
  expect(await startOnce(at('restored'))).toMatchObject({ held: undefined });
});

test('the operator holds refunds by hand, and is told what he cannot decide', async () => {
  await startOnce(at('live'));
  expect((await operate(at('live'), 'payments', 'hold')).code).toBe(0);
  expect(await startOnce(at('live'))).toMatchObject({ held: 'by the operator' });
  const wrong = await operate(at('live'), 'payments', 'refund', 'pi_unknown');
  expect(wrong).toEqual({
    code: 1,
    output: 'Nothing waits for a decision of pi_unknown. Run: payments\n',
  });
});
