import { LinkButton } from '#web/ui/button.tsx';
import { BannerPicture } from './banner-picture.tsx';

export function Banner() {
  return (
    <section aria-labelledby="banner" className="bg-soft">
      <div className="bb-page grid items-center gap-10 py-12 md:grid-cols-[1.1fr_1fr] md:py-20">
        <div>
          <h1 id="banner" className="bb-display">
            Donate blood, save life
          </h1>
          <p className="bb-lead mt-5 max-w-prose">
            Have a seat, take a deep breath, donate your blood and inspire others.
          </p>
          <div className="mt-8 flex flex-wrap gap-3">
            <LinkButton to="#request-appointment" size="large">
              Donate Now
            </LinkButton>
            <LinkButton to="/register" look="quiet" size="large">
              join with us
            </LinkButton>
          </div>
        </div>
        <BannerPicture />
      </div>
    </section>
  );
}
