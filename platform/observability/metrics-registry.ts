import { Counter, Gauge, type Registry } from 'prom-client';
import { seconds, withTimeout } from '../time.ts';

/** Prometheus aborts a slow scrape, so one metric that hangs must not delay the others. */
const READ_TIMEOUT_MS = seconds(2);

export type Labels = Record<string, string>;
/** A value, or one per set of labels. */
export type Sample = number | [Labels, number][];
type Read = () => Sample | Promise<Sample>;
/** `site`: a value of the whole site, which is the same in all processes. */
type Scope = 'process' | 'site';

/** Registers metrics. Names follow Prometheus' conventions: base units, suffix `_total` for counters. */
export type MetricsRegistry = {
  /**
   * Registers a gauge that is read at each scrape. Several readers may share a name if their labels differ.
   */
  gauge(name: string, help: string, read: Read, scope?: Scope): void;
  /** Registers a counter and returns a function that adds 1, or `amount`, to it. Use few label values. */
  counter(name: string, help: string, ...labelNames: string[]): (labels?: Labels, amount?: number) => void;
};

export function createMetricsRegistry(registry: Registry): MetricsRegistry {
  const registers = [registry];
  const readers = new Map<string, Read[]>();

  const counter: MetricsRegistry['counter'] = (name, help, ...labelNames) => {
    const existing = registry.getSingleMetric(name) as Counter | undefined;
    const counts = existing ?? new Counter({ name, help, labelNames, registers });
    return (labels = {}, amount = 1) => void counts.inc(labels, amount);
  };
  const countFailedRead = counter(
    'metrics_failed_total',
    'Metrics that could not be read, or not in time.',
    'metric',
  );

  return {
    counter,
    gauge(name, help, read, scope = 'process') {
      const existing = readers.get(name);
      if (existing) return void existing.push(read);
      const all = [read];
      readers.set(name, all);
      // Each reader uses some of these labels.
      const labelNames = ['kind', 'state', 'pool', 'check', 'version'];
      new Gauge({
        name,
        help,
        labelNames,
        registers,
        aggregator: scope === 'site' ? 'max' : 'sum',
        async collect() {
          this.reset();
          await Promise.all(
            all.map(async (read) => {
              const sample = await readWithTimeout(read).catch(() => countFailedRead({ metric: name }));
              if (sample === undefined) return;
              const values: [Labels, number][] = typeof sample === 'number' ? [[{}, sample]] : sample;
              for (const [labels, value] of values) this.set(labels, value);
            }),
          );
        },
      });
    },
  };
}

const readWithTimeout = async (read: Read): Promise<Sample> =>
  withTimeout(READ_TIMEOUT_MS, Promise.resolve(read()));
