import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { useQuery } from '#web/api/queries.ts';
import { useSession } from '#web/auth/auth-provider.tsx';
import { onceNearViewport } from '#web/components/render-near-viewport.tsx';
import { appointmentsQuery } from '#web/queries/appointment-queries.ts';
import { type AppointmentFormControls, createEmptyRequest } from './appointment-schema.ts';
import { findLastDetails, type LastDetails } from './last-request.ts';
import { type FilledIn, fillUntouched } from './use-draft.ts';

type Options = {
  /** The form. The list is requested when the form comes near the viewport. */
  element: RefObject<HTMLElement | null>;
  /** Receives the values that were filled in. */
  filledIn: RefObject<FilledIn>;
  /** Whether a draft was restored, which takes precedence. */
  hasDraft: RefObject<boolean>;
};

/**
 * Fills in the details of the member's last request, once. Fields that the user has changed stay.
 * @returns `clear` resets these fields; `stop` keeps the form as it is from now on
 */
export function useLastDetails(form: AppointmentFormControls, { element, filledIn, hasDraft }: Options) {
  const { state, user } = useSession();
  const member = state === 'signed-in' ? user : undefined;
  const isNear = useIsNear(element);
  const { data = [] } = useQuery({ ...appointmentsQuery(member), enabled: isNear });
  const [isFilledIn, setIsFilledIn] = useState(false);
  const isDone = useRef(false);
  const details = member && findLastDetails(data);

  const stop = useCallback(() => {
    isDone.current = true;
    filledIn.current = {};
    setIsFilledIn(false);
  }, [filledIn]);

  const clear = useCallback(() => {
    empty(form, filledIn.current);
    stop();
  }, [form, filledIn, stop]);

  useEffect(() => {
    if (!details || isDone.current || hasDraft.current) return;
    isDone.current = true;
    filledIn.current = fillUntouched(form, withoutTouched(form, details));
    setIsFilledIn(Object.keys(filledIn.current).length > 0);
    // Select the value, so that typing in the focused field replaces it.
    const focused = element.current?.querySelector<HTMLInputElement>('input:focus');
    if (focused && focused.name in filledIn.current) focused.select();
  }, [form, details, filledIn, hasDraft, element]);

  return { isFilledIn, clear, stop };
}

function useIsNear(element: RefObject<HTMLElement | null>): boolean {
  const [isNear, setIsNear] = useState(false);
  useEffect(
    () => (element.current ? onceNearViewport(element.current, () => setIsNear(true)) : undefined),
    [element],
  );
  return isNear;
}

/** Omits fields that the user has visited, so that those left empty stay empty. */
const withoutTouched = (form: AppointmentFormControls, details: LastDetails): FilledIn =>
  Object.fromEntries(
    Object.entries(details).filter(([name]) => !form.getFieldState(name as keyof LastDetails).isTouched),
  );

/** Resets the fields that still have the values filled in. */
function empty(form: AppointmentFormControls, filledIn: FilledIn): void {
  const initial = createEmptyRequest();
  for (const [name, value] of Object.entries(filledIn) as [keyof LastDetails, string][])
    if (form.getValues(name) === value) form.setValue(name, initial[name], { shouldValidate: false });
}
