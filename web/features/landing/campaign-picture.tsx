import { Drawing, lazyFrameClass } from '#web/components/drawing.tsx';
import { HostedPicture } from '#web/components/hosted-picture.tsx';
import type { Campaign } from './campaign-list.ts';

const WIDTH = 660;
const HEIGHT = 440;

type Props = {
  campaign: Campaign;
  /** Class of the picture and its frame, with their proportions. */
  aspectClass: string;
  frameClass: string;
};

/** Renders the picture of a campaign, if it has one. */
export function CampaignPicture({ campaign: { drawing, picture, alt }, aspectClass, frameClass }: Props) {
  const pictureClassName = `${aspectClass} w-full ${frameClass} ${lazyFrameClass}`;
  const className = `${aspectClass} size-full object-cover`;
  if (drawing)
    return (
      <Drawing
        name={drawing}
        width={WIDTH}
        height={HEIGHT}
        pictureClassName={pictureClassName}
        className={className}
      />
    );
  if (!picture) return null;
  return (
    <span className={pictureClassName}>
      <HostedPicture src={picture} alt={alt} width={WIDTH} height={HEIGHT} className={className} />
    </span>
  );
}
