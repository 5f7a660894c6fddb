import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DCLinter } from 'dclint';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readConfig } from '../app/config/config.ts';
import { knownVariables } from './testing/variables.ts';

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
/** By the schema of the Compose Specification, and what else the linter knows; the order of keys is ours. */
function lint(file: string): string[] {
  const rules = Object.fromEntries(order.map((name) => [name, 0 as const]));
  const linter = new DCLinter({ rules, quiet: true, debug: false, exclude: [] });
  return linter.lintFiles([file], false).flatMap(({ messages }) => messages.map(({ message }) => message));
}

describe('compose.yaml', () => {
  test('is valid, and a mistake in it would be seen', () => {
    expect(lint(path)).toEqual([]);
    const folder = mkdtempSync(join(tmpdir(), 'blood-buddies-'));
    const wrong = join(folder, 'compose.yaml');
    writeFileSync(wrong, text.replace('restart:', 'restrat:'));
    expect(lint(wrong)).not.toEqual([]);
    rmSync(folder, { recursive: true });
  });

  test('sets what config.ts knows, and a production site starts with it', () => {
    const environment = site.environment ?? {};
    const ours = Object.keys(environment).filter((name) => !name.startsWith('OTEL_'));
    expect(ours.filter((name) => !knownVariables.has(name))).toEqual([]);
    const given = { ...examples, NODE_ENV: 'production' };
    const config = readConfig({
      ...given,
      ...Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, fill(value, given)])),
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

  test('asks for every secret and has none itself', () => {
    const secret = /PASSWORD|SECRET|KEY|_URL$/;
    for (const { environment = {} } of Object.values(services)) {
      for (const [name, value] of Object.entries(environment)) {
        if (secret.test(name) && !/^(redis|http):/.test(value)) expect(value).toMatch(/\$\{\w+:(\?.+|-)\}/);
      }
    }
  });

  test('has three replicas that keep nothing and get the time to finish', () => {
    expect(replicas).toHaveLength(3);
    for (const [, { stop_grace_period, read_only, volumes }] of replicas) {
      expect({ stop_grace_period, read_only, volumes }).toEqual({
        stop_grace_period: '30s',
        read_only: true,
        volumes: undefined,
      });
    }
  });

  test('its balancer knows each of them where it is', () => {
    const there = replicas.map(([, replica]) => `${replica.networks?.front?.ipv4_address}:3000`);
    expect([...nginx.matchAll(/^\s+server (\d\S+)/gm)].map(([, address]) => address)).toEqual(there);
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

/** As Compose fills in `${NAME:?message}` and `${NAME:-default}`. */
function fill(value: string, given: Record<string, string>): string {
  return value.replaceAll(/\$\{(\w+):([?-])([^}]*)\}/g, (_, name, kind, rest) => {
    const there = given[name] ?? (kind === '-' ? rest : undefined);
    if (there === undefined) throw new Error(`${name}: ${rest}`);
    return there;
  });
}
