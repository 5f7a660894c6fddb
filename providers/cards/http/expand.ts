import type { Form } from './form.ts';
import { listOf } from './parameters.ts';
import { invalidRequest } from './stripe-error.ts';

/**
 * Which ids the caller wants answered with all that stands behind them. In lists their names begin with `data.`.
 * @throws StripeShapedError 400 for one that is not `expandable` here
 */
export function expandedBy<Name extends string>(
  form: Form,
  expandable: readonly Name[],
  prefix = '',
): ReadonlySet<Name> {
  const names = (listOf(form, 'expand') ?? []).map((asked) => {
    const name = expandable.find((each) => asked === prefix + each);
    if (name !== undefined) return name;
    throw invalidRequest(`This property cannot be expanded (${asked.slice(0, 100)}).`, { param: 'expand' });
  });
  return new Set(names);
}
