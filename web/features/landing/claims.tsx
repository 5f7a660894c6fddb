const claims = [
  { figure: '40 years', text: 'We are helping people from 40 years, neighbour to neighbour.' },
  { figure: 'Sixty thousand', text: 'donor centres work with us: there is one near you.' },
  { figure: '6-10 minutes', text: 'is what the donation itself takes. Tea and biscuits take longer.' },
];

export function Claims() {
  return (
    <section aria-labelledby="claims" className="bb-page bb-section">
      <h2 id="claims" className="max-w-2xl">
        A small hour for you, a whole life for somebody else
      </h2>
      <ul className="mt-10 grid gap-8 md:grid-cols-3">
        {claims.map(({ figure, text }) => (
          <li key={figure} className="border-t-2 border-red-ink pt-4">
            <p className="bb-figure">{figure}</p>
            <p className="mt-2 text-ink-soft">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
