import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { freePort } from '#platform/testing/ports.ts';
import { minutes, seconds } from '#platform/time.ts';
import { runToEnd, type SiteProcess, startSite } from './process.ts';
import { member, payAppointment, transactionOf } from './remote-member.ts';

let folder: string;
let environment: Record<string, string>;
let site: SiteProcess | undefined;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'blood-buddies-kill-'));
  environment = { DATA_DIR: join(folder, 'data'), PORT: String(await freePort()) };
});
afterEach(() => {
  site?.child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

async function kill({ child }: SiteProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

test(
  '[PAY-03] kill -9 right after each charge: the next start finds the payment, and the operator sees who did',
  async () => {
    const charges: { appointmentId: string; intent: string }[] = [];
    for (let round = 0; round < 3; round += 1) {
      site = await startSite(environment);
      charges.push(await payAppointment(site.origin));
      await kill(site);
    }
    site = await startSite(environment);
    const { origin } = site;
    const { token } = await member(origin);
    for (const { appointmentId, intent } of charges) {
      await vi.waitFor(async () => expect(await transactionOf(origin, token, appointmentId)).toBe(intent), {
        timeout: seconds(30),
        interval: 100,
      });
      const { code, output } = await runToEnd('operate.ts', ['payments', intent], environment);
      expect(code).toBe(0);
      const steps = output.trim().split('\n');
      expect(steps.map((line) => line.includes(appointmentId))).toEqual([true, true]);
      expect(steps[0]).toMatch(/^\S+Z {2}opened {10} by page/);
      expect(steps[1]).toMatch(/^\S+Z {2}paid {12} by (webhook|reconciler)/);
    }
    expect(await runToEnd('operate.ts', ['payments'], environment)).toEqual({
      code: 0,
      output: 'Open charges: 0. Nothing waits for a decision.\n',
    });
    expect(await runToEnd('operate.ts', ['payments', 'pi_unknown'], environment)).toEqual({
      code: 1,
      output: 'No payment is known of pi_unknown.\n',
    });
  },
  minutes(3),
);
