import { createHash } from 'node:crypto';
import type { DatabaseError, Pool, PoolClient, QueryResult } from 'pg';

/**
 * The site has fewer statements. Statements beyond this limit are not named, to save memory of the database
 * server.
 */
const MAX_NAMED_STATEMENTS = 500;

/** `name`: PostgreSQL caches the plan of a named statement, per connection. */
export type Statement = { text: string; values: unknown[]; name?: string };
type Send = (statement: Statement) => Promise<QueryResult>;
export type Prepared = (text: string, values: readonly unknown[], send: Send) => Promise<QueryResult>;

/**
 * Returns whether a cached plan no longer matches the table, because a newer release has changed the table.
 * The code alone is not enough, because it covers any unsupported feature, and the message may be translated.
 */
export function isStalePlan(error: unknown): boolean {
  const { code, routine, message = '' } = (error ?? {}) as Partial<DatabaseError>;
  return code === '0A000' && (routine === 'RevalidateCachedQuery' || message.startsWith('cached plan'));
}

/**
 * Sends statements that have values as prepared statements, named by a hash of their text. A statement whose
 * cached plan is stale fails once, and later calls use a new name.
 */
export function createPreparedStatements(): Prepared {
  const names = new Map<string, string>();
  let staleCount = 0;

  function nameOf(text: string): string | undefined {
    const known = names.get(text);
    if (known || names.size >= MAX_NAMED_STATEMENTS) return known;
    // Derive the name from the text, so that on a connection shared through a pooler a name always means the
    // same statement.
    const digest = createHash('sha256').update(text).digest('base64url').slice(0, 22);
    const name = staleCount === 0 ? digest : `${digest}-${staleCount}`;
    names.set(text, name);
    return name;
  }

  return async (text, values, send) => {
    const name = values.length > 0 ? nameOf(text) : undefined;
    try {
      return await send({ text, values: [...values], ...(name && { name }) });
    } catch (error) {
      // If a statement fails several times at once, only the first failure changes its name.
      if (isStalePlan(error) && names.get(text) === name) {
        names.delete(text);
        staleCount += 1;
      }
      throw error;
    }
  };
}

type SharedConnection = { client: Promise<PoolClient>; inFlight: number };

/**
 * Runs single statements on up to `maxConnections` connections of the pool. When all are busy, a statement is
 * pipelined on the least busy connection, which costs half as much as a connection of its own.
 */
export function createSharedConnections(pool: Pool, maxConnections: number): Send {
  const all: SharedConnection[] = [];

  function leastBusy(): SharedConnection {
    const [first, ...others] = all;
    const least = others.reduce(
      (least, other) => (other.inFlight < least?.inFlight ? other : least),
      first as SharedConnection,
    );
    if (least && (least.inFlight === 0 || all.length >= maxConnections)) return least;
    const added = { client: pool.connect(), inFlight: 0 };
    all.push(added);
    return added;
  }

  /** Returns an unused connection to the pool, which discards a broken one. */
  function releaseClient(
    sharedConnection: SharedConnection,
    client: PoolClient | undefined,
    isBroken: boolean,
  ): void {
    sharedConnection.inFlight -= 1;
    const index = all.indexOf(sharedConnection);
    if (index >= 0 && (isBroken || sharedConnection.inFlight === 0)) all.splice(index, 1);
    if (sharedConnection.inFlight === 0) client?.release(isBroken);
  }

  return async (statement) => {
    const sharedConnection = leastBusy();
    sharedConnection.inFlight += 1;
    let client: PoolClient | undefined;
    let isBroken = true;
    try {
      client = await sharedConnection.client;
      batchSocketWrites(client);
      const result = await client.query(statement);
      isBroken = false;
      return result;
    } catch (error) {
      // After an error with severity ERROR the connection still works. Any other error means that it broke.
      isBroken = (error as { severity?: string }).severity !== 'ERROR';
      throw error;
    } finally {
      releaseClient(sharedConnection, client, isBroken);
    }
  };
}

/**
 * Sends the statements of one event loop tick in one write, because a system call costs more than a
 * statement.
 */
function batchSocketWrites(client: PoolClient): void {
  const { stream } = client.connection;
  if (stream.writableCorked > 0) return;
  stream.cork();
  setImmediate(() => stream.uncork());
}
