import { t } from '@lingui/core/macro';

const brands = ['Visa', 'Mastercard', 'American Express'];

/** The accepted cards by name, because their logos are trademarks. */
export const AcceptedCards = () => (
  <ul aria-label={t`Accepted cards`} className="flex flex-wrap gap-2">
    {brands.map((brand) => (
      <li
        key={brand}
        className="rounded-small border border-line bg-soft px-2.5 py-0.5 font-semibold text-small"
      >
        {brand}
      </li>
    ))}
  </ul>
);
