import { expect } from 'vitest';
import type { OpenTestDatabase } from '#platform/testing/databases.ts';
import type { Settings } from '../services.ts';
import { checkAnswer } from './expectations.ts';
import { type Hook, runHook } from './hooks.ts';
import cases from './identity-cases.json' with { type: 'json' };
import { fill, readSaved } from './paths.ts';
import { openIdentity, type TestIdentity } from './test-identity.ts';

type CallStep = {
  call: string;
  body?: Record<string, unknown>;
  form?: boolean;
  noKey?: boolean;
  headers?: Record<string, string>;
  expect: Record<string, unknown>;
  save?: Record<string, string>;
};
/** What was saved before is compared: `equals` holds pairs. */
type CheckStep = { check: { equals: [unknown, unknown][] } };
type RepeatStep = { repeat: number; step: Step };
type HookStep = Hook & { save?: Record<string, string> };
type Step = CallStep | HookStep | CheckStep | RepeatStep;
export type Case = { id: string; group: string; title: string; requires?: string[]; steps: Step[] };

export const everyCase = cases.cases as unknown as Case[];

/** Runs one case against a provider of its own. */
export async function runCase({ steps, requires = [] }: Case, open: OpenTestDatabase): Promise<void> {
  await using identity = await openIdentity({ open, settings: settingsFor(requires) });
  const vars: Record<string, unknown> = {};
  for (const step of steps) await runStep(identity, step, vars);
}

async function runStep(identity: TestIdentity, step: Step, vars: Record<string, unknown>): Promise<void> {
  if (isHook(step)) return save(await runHook(identity, fill(step, vars)), step.save, vars);
  if ('call' in step) return save(await runCall(identity, fill(step, vars)), step.save, vars);
  if ('check' in step) {
    for (const [a, b] of fill(step, vars).check.equals) expect(a).toEqual(b);
    return;
  }
  for (let times = 0; times < step.repeat; times++) await runStep(identity, step.step, vars);
}

const isHook = (step: Step): step is HookStep => 'hook' in step;

function save(result: unknown, wanted: Record<string, string> = {}, vars: Record<string, unknown>): void {
  for (const [name, source] of Object.entries(wanted)) vars[name] = readSaved(result, source);
}

function settingsFor(requires: string[]): Partial<Settings> {
  const wanted = requires
    .map((need) => /^config\.(\w+)=(on|off)$/.exec(need))
    .filter((match) => match !== null)
    .map(([, name, value]) => [name, value === 'on']);
  return Object.fromEntries(wanted);
}

async function runCall(identity: TestIdentity, step: CallStep): Promise<unknown> {
  const [method = 'POST', path = ''] = step.call.split(' ');
  const body = encodeFields(step.body ?? {});
  const response = await identity.app.request(`${path}${step.noKey ? '' : `?key=${identity.apiKey}`}`, {
    method,
    headers: {
      'content-type': step.form ? 'application/x-www-form-urlencoded' : 'application/json',
      ...step.headers,
    },
    ...(method === 'POST' && {
      body: step.form ? new URLSearchParams(body as Record<string, string>).toString() : JSON.stringify(body),
    }),
  });
  const answer = { status: response.status, headers: response.headers, body: await response.json() };
  checkAnswer(answer, step.expect);
  return answer.body;
}

/** A text given as `{form, prefix?, url?}` is URL-encoded. */
function encodeFields(body: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, encodeField(value)]));
}

function encodeField(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('form' in value)) return value;
  const { form, prefix = '', url } = value as { form: Record<string, string>; prefix?: string; url?: string };
  const encoded = `${prefix}${new URLSearchParams(form)}`;
  return url ? `${url}?${encoded}` : encoded;
}
