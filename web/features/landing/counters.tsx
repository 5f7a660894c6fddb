import { CountUp } from './count-up.tsx';

const figures = [
  { name: 'awards', value: 1346 },
  { name: 'recipients', value: 3568 },
  { name: 'donors', value: 3235 },
  { name: 'success smile', value: 2578 },
];

export function Counters() {
  return (
    <section aria-labelledby="counters" className="bb-band">
      <div className="bb-page py-12 md:py-16">
        <h2 id="counters" className="sr-only">
          What came of it so far
        </h2>
        <ul className="bb-counters">
          {figures.map(({ name, value }) => (
            <li key={name}>
              <CountUp to={value} />
              <p>{name}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
