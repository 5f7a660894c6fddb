import { json } from 'node:stream/consumers';
import { startHttpServer } from '#platform/testing/http-server.ts';

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
  const { origin, ...server } = await startHttpServer(async (incoming, outgoing) => {
    const traces = (await json(incoming)) as TraceExport;
    bodies.push(JSON.stringify(traces));
    for (const { resource, scopeSpans } of traces.resourceSpans) {
      resources.push(Object.fromEntries(resource.attributes.map(({ key, value }) => [key, value])));
      spans.push(...scopeSpans.flatMap((scope) => scope.spans));
    }
    outgoing.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
  });
  return { ...server, url: origin, spans, bodies, resources };
}
