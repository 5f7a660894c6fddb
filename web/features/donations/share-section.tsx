import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { Button } from '#web/components/button.tsx';
import { errorText } from '#web/components/error-text.ts';
import { saveFile } from '#web/components/save-file.ts';
import { toast } from '#web/components/toast.ts';
import { basePath } from '#web/i18n/language.ts';
import { type CardText, drawCard, shareCard } from './share-card.ts';

const FILE_NAME = 'blood-buddies.png';
const canShare = () => typeof navigator.share === 'function';

/** Renders a card to share. It shows the tree, but no name, date, place, number or blood group. */
export function ShareSection({ count }: { count: number }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const draw = () => canvas.current && drawCard(canvas.current, count, cardText());
    draw();
    // Draw again with the heading's font, which may load later.
    void document.fonts.ready.then(draw);
  }, [count]);

  const { title } = cardText();
  const withCard = (use: (card: Blob) => Promise<void> | void) => () =>
    canvas.current?.toBlob((card) => void (card && use(card)));
  const save = async (card: Blob) => {
    try {
      await saveFile(FILE_NAME, card, card.type);
      toast.success(t`The card is in your downloads`);
    } catch (error) {
      toast.error(errorText(error));
    }
  };
  const share = async (card: Blob) => {
    const url = `${location.origin}${basePath}/`;
    const deps = { canShare: navigator.canShare?.bind(navigator), share: navigator.share?.bind(navigator) };
    if (!(await shareCard(card, { name: FILE_NAME, text: cardText().text, url }, deps))) await save(card);
  };
  return (
    <section
      aria-labelledby="share-card"
      data-screen-only
      className="bb-card grid gap-5 p-6 sm:grid-cols-[14rem_minmax(0,1fr)] sm:items-center sm:gap-8 print:hidden"
    >
      <canvas
        ref={canvas}
        role="img"
        aria-label={t`The card: a tree of drops, and the words “${title}”`}
        className="aspect-[4/5] w-full max-w-64 rounded-medium border border-line font-heading"
      />
      <div className="grid justify-items-start gap-3">
        <h2 id="share-card">
          <Trans>Invite someone to donate</Trans>
        </h2>
        <p>
          <Trans>
            This card shows your tree, and no name, date, place or blood group. It is made on your device.
          </Trans>
        </p>
        <div className="flex flex-wrap gap-3">
          {canShare() && <Button onClick={withCard(share)}>{t`Share card`}</Button>}
          <Button variant="outlined" onClick={withCard(save)}>{t`Download card`}</Button>
        </div>
      </div>
    </section>
  );
}

const cardText = (): CardText => ({
  title: t`I'm a Blood Buddy`,
  text: t`Donate blood, save life`,
  site: location.host,
});
