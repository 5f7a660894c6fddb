import { Counter, Gauge, type Registry } from 'prom-client';
import { seconds } from '../time.ts';
import { withTimeout } from '../with-timeout.ts';

/** Prometheus gives up a scrape after some seconds: one reading that hangs must not take the others with it. */
const LONGEST_READING = seconds(2);

export type Labels = Record<string, string>;
/** A number, or one for each set of labels. */
export type Sample = number | [Labels, number][];
type Read = () => Sample | Promise<Sample>;

/** Where a part of the house says how it is. Names as Prometheus wants them: base units, `_total` for what is counted. */
export type MetricsRegistry = {
  /** Read when somebody asks for the metrics, and never else. Several may read for one name, each with its labels. */
  gauge(name: string, help: string, read: Read): void;
  /** Gives what counts one more, or `more`. Label values must be few. */
  counter(name: string, help: string, ...labelNames: string[]): (labels?: Labels, more?: number) => void;
};

export function createMetricsRegistry(registry: Registry): MetricsRegistry {
  const registers = [registry];
  const readers = new Map<string, Read[]>();

  const counter: MetricsRegistry['counter'] = (name, help, ...labelNames) => {
    const known = registry.getSingleMetric(name) as Counter | undefined;
    const counts = known ?? new Counter({ name, help, labelNames, registers });
    return (labels = {}, more = 1) => void counts.inc(labels, more);
  };
  const unread = counter('metrics_unread_total', 'Readings that failed or took too long.', 'metric');

  return {
    counter,
    gauge(name, help, read) {
      const known = readers.get(name);
      if (known) return void known.push(read);
      const all = [read];
      readers.set(name, all);
      // Labels differ from reader to reader.
      const labelNames = ['kind', 'state', 'pool'];
      new Gauge({
        name,
        help,
        labelNames,
        registers,
        async collect() {
          this.reset();
          await Promise.all(
            all.map(async (each) => {
              const reading = await inTime(each).catch(() => unread({ metric: name }));
              if (reading === undefined) return;
              const values: [Labels, number][] = typeof reading === 'number' ? [[{}, reading]] : reading;
              for (const [labels, value] of values) this.set(labels, value);
            }),
          );
        },
      });
    },
  };
}

const inTime = async (read: Read): Promise<Sample> => withTimeout(LONGEST_READING, Promise.resolve(read()));
