import { t } from '@lingui/core/macro';
import { Masonry } from '#web/ui/masonry.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

const shapes = [0.75, 1.3, 0.67, 1, 0.75, 1.25, 1.4, 0.67, 1];

const boxes = shapes.map((shape, index) => ({ _id: String(index), width: 100, height: 100 * shape }));

/** The ring lies over the boxes, so that the wall comes where they stood. */
const here = '[grid-area:1/1]';

/** The shape of a wall whose photos are still asked for. */
export function WallSkeleton() {
  return (
    <div className="grid grid-cols-1">
      <div className={`${here} z-1 mt-8 grid self-start justify-self-center rounded-full bg-paper p-3`}>
        <Spinner size="large" label={t`Loading the photos`} />
      </div>
      <div aria-hidden="true" className={here}>
        <Masonry items={boxes} render={drawBox} />
      </div>
    </div>
  );
}

const drawBox = () => <div data-ground className="h-full rounded-medium border border-line bg-soft" />;
