import { t } from '@lingui/core/macro';

const brands = ['Visa', 'Mastercard', 'American Express'];

/** The accepted cards by name, because their logos are trademarks. */
export const AcceptedCards = () => (
  <ul aria-label={t`Accepted cards`} className="flex flex-wrap gap-1.5">
    {brands.map((brand) => (
      <li
        key={brand}
        className="rounded-small border border-line bg-soft px-1.5 py-0.5 font-semibold text-[0.8125rem]"
      >
        {brand}
      </li>
    ))}
  </ul>
);
