import { t } from '@lingui/core/macro';
import { Masonry } from '#web/ui/masonry.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

const shapes = [0.75, 1.3, 0.67, 1, 0.75, 1.25, 1.4, 0.67, 1];

const boxes = shapes.map((shape, index) => ({ _id: String(index), width: 100, height: 100 * shape }));

/** The shape of a wall whose photos are still asked for. */
export function WallSkeleton() {
  return (
    <div className="bb-wall-skeleton">
      <div className="bb-wall-waiting">
        <Spinner size="large" label={t`Loading the photos`} />
      </div>
      <div aria-hidden="true">
        <Masonry items={boxes} render={drawBox} />
      </div>
    </div>
  );
}

const drawBox = () => <div className="bb-photo-ground" />;
