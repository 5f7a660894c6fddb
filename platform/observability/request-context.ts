import { AsyncLocalStorage } from 'node:async_hooks';

/** Told to whoever runs the collector of traces: nothing of a person, no token, no value of a statement. */
export type Attributes = Record<string, string | number | boolean>;
export type SpanKind = 'internal' | 'server' | 'client' | 'consumer';
export type SpanOptions = {
  kind?: SpanKind;
  attributes?: Attributes;
  /** It began so many ms ago. */
  agoMs?: number;
};

/** One step of a trace; it is told when it has ended. */
export type Span = {
  traceId: string;
  child(name: string, options?: SpanOptions): Span;
  /** `error`: it failed with that; only its kind is told. */
  end(last?: { name?: string; attributes?: Attributes; error?: unknown }): void;
};

/** What begins traces; opentelemetry.ts makes it where traces are wanted. */
export type Tracing = {
  /** The first step of a trace in this process. `parent`: a W3C `traceparent` that is believed. */
  begin(name: string, options?: SpanOptions & { parent?: string | undefined }): Span;
  /** Sends what is gathered, for a few seconds at most. */
  close(): Promise<void>;
};

/** What is being worked on: a request, or a message of the outbox. */
export type RequestContext = {
  requestId?: string | undefined;
  span?: Span | undefined;
  /** The network address of who asked; it is never logged as it is. */
  sender?: (() => string) | undefined;
  /** As who asked calls their browser. */
  userAgent?: string | undefined;
};

const current = new AsyncLocalStorage<RequestContext>();

export const getContext = (): RequestContext | undefined => current.getStore();

/** The network address of the current request; `local` when the work belongs to none. */
export const requesterAddress = (): string => getContext()?.sender?.() ?? 'local';

/** All that `run` does and waits for belongs to this work. */
export const runWithContext = <T>(work: RequestContext, run: () => T): T => current.run(work, run);

/** A step of the current trace; without one it costs a look. What gives no promise is no step. */
export function withSpan<T>(name: string, options: SpanOptions, run: () => T): T {
  const work = current.getStore();
  if (!work?.span) return run();
  const span = work.span.child(name, options);
  const result = current.run({ ...work, span }, run);
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

/** The same third party; each of its calls is a step of the trace it belongs to. */
export function traceCalls<Party extends object>(as: string, integration: Party): Party {
  const calls = Object.entries(integration).map(([name, value]) => {
    if (typeof value !== 'function') return [name, value];
    const options: SpanOptions = { kind: 'client', attributes: { 'peer.service': as } };
    return [
      name,
      (...args: unknown[]) => withSpan(`${as} ${name}`, options, () => value.apply(integration, args)),
    ];
  });
  return Object.fromEntries(calls) as Party;
}
