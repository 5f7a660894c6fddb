import { expect, test } from 'vitest';
import { checkTree } from '../sources/tree.ts';
import { checkImports } from './check.ts';

const packageJson = JSON.stringify({ devDependencies: { vitest: '1.0.0' } });
const check = (files: Record<string, string>) =>
  checkTree({ 'package.json': packageJson, ...files }, checkImports);

const breaches: [rule: string, file: string, text: string][] = [
  ['contract is pure', 'contract/a.ts', "import { z } from 'zod';"],
  ['contract is pure', 'contract/a.ts', "import { join } from 'node:path';"],
  ['contract is pure', 'contract/a.ts', "import type { App } from '#server/app.ts';"],
  ['platform stays in its rooms', 'platform/a.ts', "import { errors } from '#contract/errors.ts';"],
  ['web stays in its rooms', 'web/api/a.ts', "import type { Clock } from '#platform/time.ts';"],
  ['web stays in its rooms', 'web/api/a.ts', "export * from '../../server/app.ts';"],
  ['server stays in its rooms', 'server/a.ts', "const page = await import('#web/root.tsx');"],
  ['server stays in its rooms', 'server/a.ts', "import { config } from '../config.ts';"],
  ['providers stays in its rooms', 'providers/cards/a.ts', "import { x } from '#contract/values.ts';"],
  ['a provider stands alone', 'providers/cards/a.ts', "import { x } from '../identity/keys.ts';"],
  ['only the house knows providers', 'samples/a.ts', "type X = import('#providers/images/host.ts').X;"],
  ['a server feature keeps its insides', 'server/features/a/rules.ts', "import '../b/repository.ts';"],
  ['a web feature keeps its insides', 'web/features/a/page.tsx', "import { x } from '../b/draft.ts';"],
  ['a web feature keeps its insides', 'web/features/a/page.tsx', "import '#web/features/b/parts/x.tsx';"],
  ['ports know no feature', 'server/third-parties/a.ts', "import '#server/features/users/rules.ts';"],
  ['ui knows no data', 'web/ui/button.tsx', "import { useUser } from '../session/session.tsx';"],
  ['api and session know no page', 'web/api/a.ts', "import { toast } from '../ui/toast.ts';"],
  ['@firebase/auth in one place', 'web/session/other.ts', "import { getAuth } from '@firebase/auth';"],
  ['stripe in one place', 'server/features/payments/rules.ts', "import type Stripe from 'stripe';"],
  ['@stripe/stripe-js in one place', 'web/features/payment/a.ts', "import { x } from '@stripe/stripe-js';"],
  ['nodemailer in one place', 'platform/a.ts', "import { x } from 'nodemailer';"],
  ['sharp in one place', 'providers/images/upload/a.ts', "import sharp from 'sharp';"],
  ['ioredis in one place', 'platform/a.ts', "import { Redis } from 'ioredis';"],
  ['pg in one place', 'server/a.ts', "import pg from 'pg';"],
  ['node:sqlite in one place', 'server/a.ts', "import { DatabaseSync } from 'node:sqlite';"],
  ['queries in repositories', 'server/features/a/rules.ts', "db.selectFrom('a').selectAll();"],
  ['queries in repositories', 'providers/cards/a.ts', 'export const x = (db) => sql`select 1`.execute(db);'],
  ['config.ts reads the environment', 'server/a.ts', 'export const port = process.env.PORT;'],
  ['config.ts reads the environment', 'web/api/a.ts', "import { env } from 'node:process';"],
  ['the site runs without dev packages', 'server/a.ts', "import { vi } from 'vitest';"],
];

test.each(breaches)('reports a breach of "%s" in %s: %s', (rule, file, text) => {
  const found = check({ [file]: `// one line above\n${text}\n` });
  expect(found).toHaveLength(1);
  expect(found[0]).toMatch(new RegExp(`^${file}:2 uses .*: ${rule}$`));
});

test('is content with what the rules allow', () => {
  const allowed = {
    'contract/a.ts': "import * as z from 'zod/mini';\nimport { parse } from 'date-fns';\nimport './b.ts';",
    'platform/database/a.ts': "import pg from 'pg';\nexport const x = (db) => db.selectFrom('a');",
    'web/features/landing/page.tsx': "import { AppointmentForm } from '../appointments/form.tsx';",
    'server/features/payments/rules.ts': "import { find } from '../appointments/rules.ts';",
    'server/features/users/repository.ts': "export const x = (db) => db.insertInto('users');",
    'server/features/users/rules.test.ts': "import { test } from 'vitest';\nprocess.env.TZ;",
    'providers/images/imaging/sharp.ts': "import sharp from 'sharp';\nimport '#platform/time.ts';",
    'house.ts': "import { createCardSandbox } from '#providers/cards/sandbox.ts';",
    'config.ts': 'export const port = process.env.PORT;',
    'node_modules/x/a.ts': 'process.env.PORT;',
  };
  expect(check(allowed)).toEqual([]);
});

test('does not pass over a file that it cannot read', () => {
  expect(() => check({ 'server/a.ts': 'import from from;' })).toThrow('server/a.ts');
});
