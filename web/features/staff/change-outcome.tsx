import { FormError } from '#web/components/form-error.tsx';
import { SectionDone } from '#web/components/section.tsx';

type Props = { failure: string | undefined; done: string | undefined };

/**
 * Shows the outcome of the last change on a page. Live regions are always rendered, but take no space while
 * they are empty.
 */
export const ChangeOutcome = ({ failure, done }: Props) => (
  <div className="-mt-6 [&>p:not(:empty)]:mt-6">
    <FormError text={failure} />
    <SectionDone text={done} />
  </div>
);
