import autocannon from 'autocannon';

/** The p99 of `GET /api/reviews` in ms, at 200 a second over 8 connections: far below what the server can do. */
export async function measureReads(site: string, seconds: number): Promise<number> {
  const result = await autocannon({
    url: `${site}/api/reviews`,
    connections: 8,
    overallRate: 200,
    duration: seconds,
  });
  if (result.non2xx || result.errors) throw new Error(`${result.non2xx + result.errors} reads failed.`);
  return result.latency.p99;
}
