import type { Form } from './form.ts';
import { listOf } from './parameters.ts';
import { invalidRequest } from './stripe-error.ts';

export type Expandable = 'latest_charge' | 'payment_method';
export type Expanded = ReadonlySet<Expandable>;
const expandable: readonly string[] = ['latest_charge', 'payment_method'] satisfies Expandable[];

/** Which ids of an intent are answered with all that stands behind them. In lists their names begin with `data.`. */
export function expandedBy(form: Form, prefix = ''): Expanded {
  const names = (listOf(form, 'expand') ?? []).map((name) => {
    const bare = name.startsWith(prefix) ? name.slice(prefix.length) : '';
    if (expandable.includes(bare)) return bare as Expandable;
    throw invalidRequest(`This property cannot be expanded (${name.slice(0, 100)}).`, { param: 'expand' });
  });
  return new Set(names);
}
