import type { Pool, PoolClient } from 'pg';
import type { Send } from './postgres-statements.ts';

type Shared = { client: Promise<PoolClient>; underWay: number };

/**
 * Runs single statements on up to `most` connections of the pool. Who would have to wait for one goes behind another
 * on the same line (pipelining) and is sent at once: that takes half the work of a line for each.
 */
export function createSharing(pool: Pool, most: number): Send {
  const all: Shared[] = [];

  function leastBusy(): Shared {
    const [first, ...others] = all;
    const least = others.reduce(
      (least, each) => (each.underWay < least?.underWay ? each : least),
      first as Shared,
    );
    if (least && (least.underWay === 0 || all.length >= most)) return least;
    const added = { client: pool.connect(), underWay: 0 };
    all.push(added);
    return added;
  }

  /** A connection that nobody uses goes back to the pool; one that is broken does not. */
  function leave(shared: Shared, client: PoolClient | undefined, broken: boolean): void {
    shared.underWay -= 1;
    const place = all.indexOf(shared);
    if (broken && place >= 0) all.splice(place, 1);
    if (shared.underWay > 0) return;
    if (!broken && place >= 0) all.splice(place, 1);
    client?.release(broken);
  }

  return async (statement) => {
    const shared = leastBusy();
    shared.underWay += 1;
    let client: PoolClient | undefined;
    let broken = true;
    try {
      client = await shared.client;
      sendTogether(client);
      const result = await client.query(statement);
      broken = false;
      return result;
    } catch (error) {
      // The server's own word comes with a code of five signs; a broken line has another or none.
      broken = (error as { severity?: string }).severity !== 'ERROR';
      throw error;
    } finally {
      leave(shared, client, broken);
    }
  };
}

/** What is asked for in one turn of the event loop goes in one piece: each sending costs more than the statement. */
function sendTogether(client: PoolClient): void {
  const { stream } = client.connection;
  if (stream.writableCorked > 0) return;
  stream.cork();
  setImmediate(() => stream.uncork());
}
