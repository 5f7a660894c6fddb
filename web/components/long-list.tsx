import { t } from '@lingui/core/macro';
import { type ReactNode, useId, useState } from 'react';
import { formatNumber } from '#web/i18n/numbers.ts';
import { ExpandButton } from './expand-button.tsx';

/** A list with more items than this is collapsed. */
const MAX_ITEMS = 5;
const FIRST_ITEMS = 3;

type Props<Item> = { items: readonly Item[]; children: (item: Item) => ReactNode };

/** Lists items, of which `children` renders each as an `<li>`. Of many, shows the first and a button for all. */
export function LongList<Item>({ items, children }: Props<Item>) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const isLong = items.length > MAX_ITEMS;
  const count = formatNumber(items.length);
  return (
    <>
      <ul id={id} className="grid gap-4">
        {(isLong && !isOpen ? items.slice(0, FIRST_ITEMS) : items).map(children)}
      </ul>
      {isLong && (
        <ExpandButton text={t`Show all ${count}`} controls={id} open={isOpen} onChange={setIsOpen} />
      )}
    </>
  );
}
