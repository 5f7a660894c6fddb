import type { OpenTestDatabase } from '#platform/testing/databases.ts';
import type { Settings } from '../services.ts';
import { checkAnswer } from './expectations.ts';
import { type Hook, runHook } from './hooks.ts';
import cases from './identity-cases.json' with { type: 'json' };
import { fill, readSaved } from './paths.ts';
import { type Answer, openIdentity, type TestIdentity } from './test-identity.ts';

type CallStep = {
  call: string;
  body?: Record<string, unknown>;
  form?: boolean;
  noKey?: boolean;
  headers?: Record<string, string>;
  expect: Record<string, unknown>;
  save?: Record<string, string>;
};
type Step = CallStep | (Hook & { save?: Record<string, string> });
export type Case = { id: string; group: string; title: string; requires?: string[]; steps: Step[] };

/** The rest of the protocol is issue 4: these groups, and what needs Google or text messages. */
const laterGroups = ['emailLink', 'idp', 'phone', 'mfa', 'mfaTotp'];
const laterNeeds = ['googleTestIssuer', 'smsCapture', 'totpGenerator'];

export const casesOfToday: Case[] = (cases.cases as unknown as Case[]).filter(
  ({ group, requires = [] }) =>
    !laterGroups.includes(group) && !requires.some((need) => laterNeeds.includes(need)),
);

/** Runs one case against a provider of its own. */
export async function runCase({ steps, requires = [] }: Case, open: OpenTestDatabase): Promise<void> {
  let now = Date.now();
  await using identity = await openIdentity({ open, clock: () => now, settings: settingsFor(requires) });
  const vars: Record<string, unknown> = {};
  for (const step of steps) {
    const filled = fill(step, vars);
    const isCall = 'call' in filled;
    const result = isCall
      ? await runCall(identity, filled as CallStep)
      : await runHook({ identity, pass: (ms) => (now += ms) }, filled);
    for (const [name, source] of Object.entries(step.save ?? {})) vars[name] = readSaved(result, source);
  }
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
  const answer: Answer = { status: response.status, headers: response.headers, body: await response.json() };
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
