import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

type Value = { stringValue?: string; intValue?: number; boolValue?: boolean; doubleValue?: number };
type TraceExport = {
  resourceSpans: {
    resource: { attributes: { key: string; value: Value }[] };
    scopeSpans: { spans: Span[] }[];
  }[];
};
type Span = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes: { key: string; value: Value }[];
  status: { code?: number };
  startTimeUnixNano: string;
  endTimeUnixNano: string;
};

export const kindOf = { internal: 1, server: 2, client: 3, consumer: 5 };

/** Starts a trace collector: OTLP over HTTP as JSON. */
export async function openCollector() {
  const spans: Span[] = [];
  const bodies: string[] = [];
  const resources: Record<string, Value>[] = [];
  const server = createServer(async (incoming, outgoing) => {
    const traces = (await json(incoming)) as TraceExport;
    bodies.push(JSON.stringify(traces));
    for (const { resource, scopeSpans } of traces.resourceSpans) {
      resources.push(Object.fromEntries(resource.attributes.map(({ key, value }) => [key, value])));
      spans.push(...scopeSpans.flatMap((scope) => scope.spans));
    }
    outgoing.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    bodies,
    resources,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
