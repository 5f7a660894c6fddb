import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DCLinter } from 'dclint';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readConfig } from '../app/config/config.ts';
import { Variables } from '../app/config/variables.ts';

/** Names of the variables that the site reads. */
const knownVariables = new Set(Object.keys(Variables.shape));

type Service = {
  environment?: Record<string, string>;
  networks?: { front?: { ipv4_address: string } };
  volumes?: string[];
  read_only?: boolean;
  stop_grace_period?: string;
};

const path = fileURLToPath(new URL('compose.yaml', import.meta.url));
const text = readFileSync(path, 'utf8');
const services = parse(text, { merge: true }).services as Record<string, Service>;
const { balancer, 'site-1': site } = services as { balancer: Service; 'site-1': Service };
const replicas = Object.entries(services).filter(([name]) => name.startsWith('site-'));
const nginx = readFileSync(new URL('nginx.conf', import.meta.url), 'utf8');

const order = ['service-keys-order', 'services-alphabetical-order', 'top-level-properties-order'];
/** Lints against the Compose Specification, without the rules about the order of keys. */
function lint(file: string): string[] {
  const rules = Object.fromEntries(order.map((name) => [name, 0 as const]));
  const linter = new DCLinter({ rules, quiet: true, debug: false, exclude: [] });
  return linter.lintFiles([file], false).flatMap(({ messages }) => messages.map(({ message }) => message));
}

describe('compose.yaml', () => {
  test('is valid, and the linter finds an error in it', () => {
    expect(lint(path)).toEqual([]);
    const folder = mkdtempSync(join(tmpdir(), 'blood-buddies-'));
    const invalidFile = join(folder, 'compose.yaml');
    writeFileSync(invalidFile, text.replace('restart:', 'restrat:'));
    expect(lint(invalidFile)).not.toEqual([]);
    rmSync(folder, { recursive: true });
  });

  test('sets only known variables, and is a valid production configuration', () => {
    const environment = site.environment ?? {};
    const names = Object.keys(environment).filter((name) => !name.startsWith('OTEL_'));
    expect(names.filter((name) => !knownVariables.has(name))).toEqual([]);
    const variables = { ...examples, NODE_ENV: 'production' };
    const config = readConfig({
      ...variables,
      ...Object.fromEntries(
        Object.entries(environment).map(([name, value]) => [name, fill(value, variables)]),
      ),
    });
    expect(config).toMatchObject({
      production: true,
      publicUrl: 'https://donors.example.org',
      databaseUrl: 'postgres://blood_buddies:hidden@postgres:5432/blood_buddies',
      trustProxy: [balancer.networks?.front?.ipv4_address],
      s3: { bucket: 'blood-buddies-pictures' },
      identitySettings: { strict: true },
    });
  });

  test('requires every secret as a variable and contains none', () => {
    const secret = /PASSWORD|SECRET|KEY|_URL$/;
    for (const { environment = {} } of Object.values(services)) {
      for (const [name, value] of Object.entries(environment)) {
        if (secret.test(name) && !/^(redis|http):/.test(value)) expect(value).toMatch(/\$\{\w+:(\?.+|-)\}/);
      }
    }
  });

  test('has three stateless replicas with enough time to stop', () => {
    expect(replicas).toHaveLength(3);
    for (const [, { stop_grace_period, read_only, volumes }] of replicas) {
      expect({ stop_grace_period, read_only, volumes }).toEqual({
        stop_grace_period: '30s',
        read_only: true,
        volumes: undefined,
      });
    }
  });

  test('configures every replica in its load balancer', () => {
    const expected = replicas.map(([, replica]) => `${replica.networks?.front?.ipv4_address}:3000`);
    expect([...nginx.matchAll(/^\s+server (\d\S+)/gm)].map(([, address]) => address)).toEqual(expected);
    expect(balancer.volumes).toEqual(['./nginx.conf:/etc/nginx/nginx.conf:ro']);
  });
});

const examples: Record<string, string> = {
  PUBLIC_URL: 'https://donors.example.org',
  POSTGRES_PASSWORD: 'hidden',
  SECRET_KEY: 'sixteen letters or more',
  S3_ACCESS_KEY_ID: 'pictures',
  S3_SECRET_ACCESS_KEY: 'hidden',
  STRIPE_SECRET_KEY: 'sk_test_hidden',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_open',
  ALLOW_TEST_PAYMENTS: 'on',
  SMTP_URL: 'smtps://user:hidden@mail.example.org',
};

/** Substitutes `${NAME:?message}` and `${NAME:-default}` like Compose. */
function fill(value: string, variables: Record<string, string>): string {
  return value.replaceAll(/\$\{(\w+):([?-])([^}]*)\}/g, (_, name, kind, rest) => {
    const expected = variables[name] ?? (kind === '-' ? rest : undefined);
    if (expected === undefined) throw new Error(`${name}: ${rest}`);
    return expected;
  });
}
