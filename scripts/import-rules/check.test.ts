import { expect, test } from 'vitest';
import { findViolations } from './check.ts';
import { findFeatureCycles } from './feature-cycles.ts';

const violations: [rule: string, file: string, text: string][] = [
  ['contract is pure', 'contract/a.ts', "import { z } from 'zod';"],
  ['contract is pure', 'contract/a.ts', "import { join } from 'node:path';"],
  ['contract is pure', 'contract/a.ts', "import type { App } from '#server/app.ts';"],
  ['platform imports only its layers', 'platform/a.ts', "import { errors } from '#contract/errors.ts';"],
  ['web imports only its layers', 'web/api/a.ts', "import type { Clock } from '#platform/time.ts';"],
  ['web imports only its layers', 'web/api/a.ts', "export * from '../../server/app.ts';"],
  ['server imports only its layers', 'server/a.ts', "const page = await import('#web/root.tsx');"],
  ['server imports only its layers', 'server/a.ts', "import { config } from '../app/config/config.ts';"],
  ['providers imports only its layers', 'providers/cards/a.ts', "import { x } from '#contract/values.ts';"],
  ['a provider imports no other provider', 'providers/cards/a.ts', "import '../identity/keys.ts';"],
  ['only app and cli import providers', 'scripts/a.ts', "type X = import('#providers/images/host.ts').X;"],
  ['a server feature hides its internals', 'server/features/a/rules.ts', "import '../b/repository.ts';"],
  ['a web feature hides its internals', 'web/features/a/page.tsx', "import { x } from '../b/draft.ts';"],
  ['a web feature hides its internals', 'web/features/a/page.tsx', "import '#web/features/b/parts/x.tsx';"],
  ['integrations import no feature', 'server/integrations/a.ts', "import '#server/features/users/rules.ts';"],
  ['components have no data access', 'web/components/a.tsx', "import { x } from '#contract/values.ts';"],
  [
    'web/components imports no later folder',
    'web/components/a.tsx',
    "import { x } from '../auth/provider.tsx';",
  ],
  ['web/browser imports no later folder', 'web/browser/a.ts', "import type { X } from '#web/api/client.ts';"],
  ['web/features imports no later folder', 'web/features/a/b.ts', "import { x } from '../../root.tsx';"],
  [
    'platform/files imports no later folder',
    'platform/files/a.ts',
    "import type { X } from '../database/open.ts';",
  ],
  [
    'server/features/payments imports no later folder',
    'server/features/payments/a.ts',
    "import type { X } from '../centers/rules.ts';",
  ],
  ['the API is without components', 'web/api/a.ts', "import { toast } from '../components/toast.ts';"],
  ['@firebase/auth in one file', 'web/auth/other.ts', "import { getAuth } from '@firebase/auth';"],
  ['stripe in one file', 'server/features/payments/rules.ts', "import type Stripe from 'stripe';"],
  ['@stripe/stripe-js in one file', 'web/features/payment/a.ts', "import { x } from '@stripe/stripe-js';"],
  ['nodemailer in one file', 'platform/a.ts', "import { x } from 'nodemailer';"],
  ['sharp in one file', 'providers/images/upload/a.ts', "import sharp from 'sharp';"],
  ['pg in one file', 'server/a.ts', "import pg from 'pg';"],
  ['node:sqlite in one file', 'server/a.ts', "import { DatabaseSync } from 'node:sqlite';"],
  ['queries in repositories', 'server/features/a/rules.ts', "db.selectFrom('a').select('id');"],
  ['columns by name', 'server/features/a/repository.ts', 'const all = (query) => query.selectAll();'],
  ['columns by name', 'platform/database/a.ts', 'const all = (query) => query.returningAll().execute();'],
  ['queries in repositories', 'providers/cards/a.ts', 'const x = (db) => sql`select 1`.execute(db);'],
];

test.each(violations)('reports a violation of "%s" in %s: %s', (rule, file, text) => {
  const found = findViolations({ file, text: `// one line above\n${text}\n` });
  expect(found).toHaveLength(1);
  expect(found[0]).toMatch(new RegExp(`^${file}:2 uses .*: ${rule}$`));
});

test.each([
  ['contract/a.ts', "import * as z from 'zod/mini';;\nimport './b.ts';"],
  ['platform/database/a.ts', "import pg from 'pg';\nexport const x = (db) => db.selectFrom('a');"],
  ['web/features/landing/page.tsx', "import { AppointmentForm } from '../appointments/form.tsx';"],
  ['server/features/appointments/rules.ts', "import { find } from '../payments/rules.ts';"],
  ['server/features/users/repository.ts', "export const x = (db) => db.insertInto('users');"],
  ['server/features/users/rules.test.ts', "import '../visits/repository.ts';"],
  ['web/components/day.tsx', "import type { Day } from '#contract/days.ts';"],
  ['providers/images/imaging/sharp.ts', "import sharp from 'sharp';\nimport '#platform/time.ts';"],
  ['app/create-app.ts', "import { createCardSandbox } from '#providers/card-sandbox/sandbox.ts';"],
])('allows in %s: %s', (file, text) => {
  expect(findViolations({ file, text })).toEqual([]);
});

test('throws for a file that it cannot parse', () => {
  expect(() => findViolations({ file: 'server/a.ts', text: 'import from from;' })).toThrow('server/a.ts');
});

test('reports features that depend on each other, types included', () => {
  const sources = [
    { file: 'web/features/a/page.tsx', text: "import { x } from '../b/x.tsx';" },
    { file: 'web/features/b/x.tsx', text: "import type { Y } from '#web/features/c/parts/y.tsx';" },
    { file: 'web/features/c/parts/y.tsx', text: "import('../../a/page.tsx');" },
    { file: 'web/features/d/page.tsx', text: "import { x } from '../a/page.tsx';" },
  ];
  expect(findFeatureCycles(sources)).toEqual([
    'web/features/a/page.tsx:1 uses web/features/b/x.tsx: features do not depend on each other',
    'web/features/b/x.tsx:1 uses web/features/c/parts/y.tsx: features do not depend on each other',
    'web/features/c/parts/y.tsx:1 uses web/features/a/page.tsx: features do not depend on each other',
  ]);
});

test('allows features that depend on each other in one direction, and tests that use another feature', () => {
  const sources = [
    { file: 'server/features/a/rules.ts', text: "import { b } from '../b/rules.ts';" },
    { file: 'server/features/b/rules.ts', text: "import { c } from './c.ts';" },
    { file: 'server/features/b/rules.test.ts', text: "import { a } from '../a/rules.ts';" },
  ];
  expect(findFeatureCycles(sources)).toEqual([]);
});
