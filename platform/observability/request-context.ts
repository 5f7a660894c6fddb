import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Attributes are sent to the trace collector, so they contain no personal data, tokens or values of SQL
 * statements.
 */
export type Attributes = Record<string, string | number | boolean>;
export type SpanKind = 'internal' | 'server' | 'client' | 'consumer';
export type SpanOptions = {
  kind?: SpanKind;
  attributes?: Attributes;
  /** The span started this many ms ago. */
  agoMs?: number;
};

/** A span of a trace. It is exported when it has ended. */
export type Span = {
  traceId: string;
  child(name: string, options?: SpanOptions): Span;
  /** `error`: only its code or name is exported. */
  end(last?: { name?: string; attributes?: Attributes; error?: unknown }): void;
};

/** Starts traces. Created by opentelemetry.ts if tracing is enabled. */
export type Tracing = {
  /** Starts the root span of this process. `parent`: a W3C `traceparent` header from a trusted sender. */
  startSpan(name: string, options?: SpanOptions & { parent?: string | undefined }): Span;
  /** Exports the remaining spans within a few seconds. */
  close(): Promise<void>;
};

/** Context of a request, or of the delivery of an outbox message. */
export type RequestContext = {
  requestId?: string | undefined;
  span?: Span | undefined;
  /** Returns the client's network address, which is logged only as a hash. */
  sender?: (() => string) | undefined;
  /** The User-Agent header. */
  userAgent?: string | undefined;
};

const current = new AsyncLocalStorage<RequestContext>();

export const getContext = (): RequestContext | undefined => current.getStore();

/** Returns the client's network address, or `local` outside a request. */
export const requesterAddress = (): string => getContext()?.sender?.() ?? 'local';

/** Runs `run`, and everything that it awaits, in this context. */
export const runWithContext = <T>(context: RequestContext, run: () => T): T => current.run(context, run);

/**
 * Runs `run` without the request context, so that its promises and timers do not keep the request in memory.
 */
export const runOutsideRequest = <T>(run: () => T): T => current.exit(run);

/** Runs `run` in a child span if there is a trace. The span ends only if `run` returns a promise. */
export function withSpan<T>(name: string, options: SpanOptions, run: () => T): T {
  const context = current.getStore();
  if (!context?.span) return run();
  const span = context.span.child(name, options);
  const result = current.run({ ...context, span }, run);
  if (!(result instanceof Promise)) return result;
  return endWith(span, result) as T;
}

async function endWith<T>(span: Span, result: Promise<T>): Promise<T> {
  try {
    const value = await result;
    span.end();
    return value;
  } catch (error) {
    span.end({ error });
    throw error;
  }
}

/** Wraps an integration so that each call of its functions is a span named after the function. */
export function traceCalls<Integration extends object>(peer: string, integration: Integration): Integration {
  const calls = Object.entries(integration).map(([name, value]) => {
    if (typeof value !== 'function') return [name, value];
    const options: SpanOptions = { kind: 'client', attributes: { 'peer.service': peer } };
    return [
      name,
      (...args: unknown[]) => withSpan(`${peer} ${name}`, options, () => value.apply(integration, args)),
    ];
  });
  return Object.fromEntries(calls) as Integration;
}
