import { Drawing } from '#web/ui/drawing.tsx';

export function WhoWeAre() {
  return (
    <section aria-labelledby="who-we-are" className="bb-page bb-section bb-who">
      <Drawing name="who-we-are" width={600} height={560} className="bb-who-picture" />
      <div>
        <h2 id="who-we-are">Who We Are?</h2>
        <p className="bb-lead mt-5">
          Neighbours, mostly. It began with a list of names on paper beside a telephone, so that nobody in our
          town would wait for blood alone.
        </p>
        <dl className="bb-claims">
          <div>
            <dt>40 years</dt>
            <dd>of helping people find blood when they need it.</dd>
          </div>
          <div>
            <dt>sixty thousand</dt>
            <dd>donor centres. There is one near you.</dd>
          </div>
        </dl>
      </div>
    </section>
  );
}
