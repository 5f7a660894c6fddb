import { pageData } from '#web/before-react/page-data.ts';
import { ItemPage, itemMeta, MarkdownBody } from './item-page.tsx';

export const meta = itemMeta('page');

/** A page that the owner has written, such as the privacy policy. */
export default function FreePage() {
  return <ItemPage>{import.meta.env.SSR && <FreeText />}</ItemPage>;
}

const FreeText = () => (
  <>
    <h1>{pageData().item?.title}</h1>
    <MarkdownBody />
  </>
);
