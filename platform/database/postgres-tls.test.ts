import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { generate } from 'selfsigned';
import { expect, test } from 'vitest';
import { startPostgres } from '../testing/postgres-server.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { openDatabase } from './open.ts';
import { normalizeTlsOptions } from './postgres.ts';

test('encrypts the connection, verifies the certificate and its name, and never does without', {
  timeout: 240_000,
}, async () => {
  const { cert, private: key } = await generate([{ name: 'commonName', value: '127.0.0.1' }], {
    extensions: [
      { name: 'basicConstraints', cA: true },
      { name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] },
    ],
  });
  const ca = join(temporaryFolder(), 'ca.pem');
  writeFileSync(ca, cert);
  const server = await startPostgres({ tls: { cert, key } });
  for (const mode of ['require', 'verify-ca', 'verify-full']) {
    const db = await openDatabase({
      url: `${server.url}?sslmode=${mode}&sslrootcert=${encodeURIComponent(ca)}`,
    });
    const { rows } = await sql`select ssl, version from pg_stat_ssl where pid = pg_backend_pid()`.execute(db);
    expect(rows).toEqual([{ ssl: true, version: 'TLSv1.3' }]);
    await db.destroy();
  }
  // Rejects an unknown issuer, a certificate of another name, and a server without TLS.
  await expect(openDatabase({ url: `${server.url}?sslmode=require` })).rejects.toThrow(
    /^Cannot connect to the database in DATABASE_URL: .*certificate/,
  );
  const renamed = server.url.replace('127.0.0.1', 'localhost');
  await expect(
    openDatabase({ url: `${renamed}?sslmode=require&sslrootcert=${encodeURIComponent(ca)}` }),
  ).rejects.toThrow(/does not match|altnames/);
  await expect(openDatabase({ url: server.url })).rejects.toThrow(/no encryption|pg_hba/);
  await server.stop();
});

test('does not change a URL without sslmode, or with disable or verify-full', () => {
  for (const url of [
    'postgres://a:b%40c@host:5432/d',
    'postgres://host/d?sslmode=disable',
    'postgres://host/d?sslmode=verify-full',
  ])
    expect(normalizeTlsOptions(url)).toBe(url);
});
