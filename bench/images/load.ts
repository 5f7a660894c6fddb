// A process of its own that asks for one address without a pause and tells how many answers it got in how many seconds.
import autocannon from 'autocannon';
import { keepOnCore } from '../cores.ts';

export type Load = { url: string; headers: Record<string, string>; seconds: number; status: number };

keepOnCore(process.pid, 1);
process.once('message', async ({ url, headers, seconds, status }: Load) => {
  const result = await autocannon({ url, headers, duration: seconds, connections: 16, pipelining: 1 });
  const others = Object.entries(result.statusCodeStats ?? {}).filter(([code]) => Number(code) !== status);
  if (result.errors || others.length > 0) throw new Error(`Not every answer of ${url} was ${status}.`);
  process.send?.({ answers: result.requests.total, seconds: result.duration });
  process.disconnect?.();
});
