import { t } from '@lingui/core/macro';

/** Our own drawings of cards with the names of the brands, because their logos are trademarks. */
const marks = [
  { brand: 'Visa', text: 'VISA', width: 42 },
  { brand: 'Mastercard', text: 'Mastercard', width: 74 },
  { brand: 'American Express', text: 'AMEX', width: 46 },
];

const frame = { fill: 'var(--color-soft)', stroke: 'var(--color-control)' };
const letters = { fill: 'var(--color-ink)', fontSize: 10, fontWeight: 700, letterSpacing: '0.025em' };

export const AcceptedCards = () => (
  <ul aria-label={t`Accepted cards`} className="flex gap-1.5">
    {marks.map(({ brand, text, width }) => (
      <li key={brand}>
        <svg role="img" aria-label={brand} viewBox={`0 0 ${width} 28`} width={width} height={28}>
          <rect {...frame} x={0.5} y={0.5} width={width - 1} height={27} rx={4.5} />
          <rect fill="var(--color-control)" x={1} y={5} width={width - 2} height={4} />
          <text {...letters} x={width / 2} y={21.5} textAnchor="middle">
            {text}
          </text>
        </svg>
      </li>
    ))}
  </ul>
);
