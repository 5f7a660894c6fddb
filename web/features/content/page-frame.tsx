import type { ReactNode } from 'react';
import { Drawing } from '#web/components/drawing.tsx';

type Props = {
  /** File name of a drawing in public/drawings, without width and extension. */
  drawing: string;
  /** `<main>` */
  children: ReactNode;
  /** The sections below. */
  sections: ReactNode;
};

/** The frame of a page with a short text: `<main>` beside a drawing, above sections that lead further. */
export function PageFrame({ drawing, children, sections }: Props) {
  return (
    <div className="flex-1">
      <div className="bg-soft">
        <div className="bb-page grid items-center gap-8 py-[clamp(2rem,5vw,4.5rem)] wide:grid-cols-[1fr_1.1fr] wide:gap-14 [&>main]:min-w-0">
          {children}
          <Drawing
            priority
            name={drawing}
            width={660}
            height={440}
            className="aspect-3/2 w-full rounded-large object-cover"
          />
        </div>
      </div>
      {sections}
    </div>
  );
}
