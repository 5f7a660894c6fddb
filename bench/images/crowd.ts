// A process of its own: has 200 variants of new pictures made, and uploads pictures of 12 megapixels, all at once.
import { picture } from '../../providers/images/testing/pictures.ts';
import { ask, rungs, uploadNew } from './making.ts';
import { becomeMember } from './member.ts';

export type Crowd = { site: string; uploads: number };

/** First this, then, when the pictures are there, `go`, and at the end `how many` answers there were until then. */
type Told = Crowd | 'go' | 'how many';

let begin: () => Promise<unknown> = async () => undefined;
let all: Promise<unknown> | undefined;
let done = 0;
const count = () => {
  done += 1;
};

process.on('message', async (told: Told) => {
  if (told === 'go') {
    all = begin();
  } else if (told === 'how many') {
    process.send?.(done);
    await all;
    process.disconnect?.();
  } else {
    await prepare(told);
    process.send?.('ready');
  }
});

async function prepare({ site, uploads }: Crowd): Promise<void> {
  const member = await becomeMember(site);
  const urls: string[] = [];
  for (let n = 0; n < 25; n += 1) urls.push(await uploadNew(member));
  const photo = await picture('jpeg', 4000, 3000);
  begin = () =>
    Promise.all([
      ...urls.flatMap((url) => rungs.map((w) => ask(`${url}?w=${w}&auto=format`).then(count))),
      ...Array.from({ length: uploads }, () => member.upload(photo).then(count)),
    ]);
}
