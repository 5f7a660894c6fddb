import { Drawing } from '#web/components/drawing.tsx';

/**
 * Shows the drawing beside `<main>`.
 * @param name file name in public/drawings, without width and extension
 */
export function FramePicture({ name }: { name: string }) {
  return (
    <>
      <div className="bb-frame-ground" />
      <Drawing
        priority
        name={name}
        width={660}
        height={440}
        pictureClassName="bb-frame-picture"
        className="aspect-3/2 w-full rounded-large object-cover"
      />
    </>
  );
}
