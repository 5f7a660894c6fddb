import pg from 'pg';

/** Runs a statement on a connection of its own. */
export async function query(url: string, sql: string, values: unknown[] = []): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url });
  // When the connection breaks, the statement rejects. Without a listener the error would end the process.
  client.on('error', () => {});
  await client.connect();
  return await client.query(sql, values).finally(() => client.end());
}
