import { t } from '@lingui/core/macro';
import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useLocation, useNavigate } from 'react-router';
import type { Appointment, AppointmentFields } from '#contract/appointments.ts';
import type { Day } from '#contract/days.ts';
import { useQueryClient } from '#web/api/queries.ts';
import { siteNow } from '#web/api/site-clock.ts';
import { useSession } from '#web/auth/auth-provider.tsx';
import { returnState } from '#web/auth/return-location.ts';
import { alertDialog } from '#web/components/dialogs.ts';
import { useClearErrorWhenOnline } from '#web/components/form-error.tsx';
import { subscribePrefill } from '#web/components/form-prefill.ts';
import { schemaResolver } from '#web/components/schema-resolver.ts';
import { toast } from '#web/components/toast.ts';
import { formatDay } from '#web/i18n/days.ts';
import { offlineQueue, type QueuedRequest } from '#web/pwa/offline-queue.ts';
import { appointmentsQuery } from '#web/queries/appointment-queries.ts';
import { phoneField } from '#web/queries/phone-field.ts';
import {
  type AppointmentFormControls,
  type AppointmentValues,
  appointmentSchema,
  createEmptyRequest,
} from './appointment-schema.ts';
import { clearDraft, saveDraft } from './draft.ts';
import { createRequestKeys, type SubmitOutcome, sendRequest, submitRequest } from './send-request.ts';
import { type FilledIn, isTouched, useDraft } from './use-draft.ts';
import { useLastDetails } from './use-last-details.ts';
import { usePendingRequest } from './use-pending-request.ts';

/** Created with the form, because the rules for phone numbers are those of the page's site. */
const createSchema = () => appointmentSchema(siteNow, phoneField());

const dayTakenMessage = t`You have another appointment on this day. Choose a different day.`;

/** Returns the state of the appointment form and its submission. */
export function useAppointmentRequest(onAccepted?: () => void) {
  const [schema] = useState(createSchema);
  const form: AppointmentFormControls = useForm<AppointmentValues, unknown, AppointmentFields>({
    resolver: schemaResolver(schema),
    mode: 'onSubmit',
    reValidateMode: 'onChange',
  });
  const [failure, setFailure] = useState('');
  const [queued, setQueued] = useState<'unreachable' | 'reconnected'>();
  const [suggested, setSuggested] = useState<{ day: Day; nextFree: Day[] }>();
  /** The member's appointment on the requested day, which prevents another one. */
  const [blocking, setBlocking] = useState<Appointment>();
  const [keys] = useState(() => createRequestKeys());
  const isSending = useRef(false);
  const getMember = useMember();
  const location = useLocation();
  const navigate = useNavigate();
  const cache = useQueryClient();
  const element = useRef<HTMLFormElement>(null);
  const filledIn = useRef<FilledIn>({});
  const registerPending = usePendingRequest({
    onAccepted: () => {
      if (isSending.current) return;
      clearDraft();
      resetForm();
    },
    onReconnect: () => {
      setFailure('');
      setQueued('reconnected');
    },
  });
  /** The key of the queued request that the user is changing in this form. */
  const replaces = useRef<string>(undefined);
  const { isRestored, hasDraft, isWaiting, setIsWaiting, getOwner } = useDraft(form, filledIn, (request) => {
    replaces.current = registerPending(request).key;
  });
  const lastDetails = useLastDetails(form, { element, filledIn, hasDraft: isRestored });
  const [note, clearNote] = useFormPrefill(form);
  useClearErrorWhenOnline(failure, () => setFailure(''));

  async function send(fields: AppointmentFields): Promise<void> {
    clearMessages();
    const member = await getMember();
    let sent: QueuedRequest['body'] | undefined;
    const outcome = await submitRequest(fields, {
      getMember: async () => member,
      send: (body, key) => {
        sent = body;
        return sendRequest(member?.uid ?? '', registerPending({ key, body }), { replaces: replaces.current });
      },
      keys,
      draft: { save: () => saveDraft(form.getValues(), { owner: getOwner() }), clear: () => clearDraft() },
      alert: alertDialog,
      goToSignIn: () =>
        void navigate('/login', {
          state: returnState(
            location,
            t`To send your request, log in or register. Nothing you typed is lost.`,
          ),
        }),
      toast,
    });
    handleOutcome(outcome, sent !== undefined && offlineQueue.has(sent));
    if (outcome.kind === 'day-taken') await findBlocking(member, outcome.day);
  }

  function handleOutcome(outcome: SubmitOutcome, isQueued: boolean): void {
    if (outcome.kind === 'failed' && outcome.isUnreachable && isQueued) setQueued('unreachable');
    else if (outcome.kind === 'failed') setFailure(outcome.message);
    if (outcome.kind === 'invalid-fields') showFieldErrors(outcome.fields);
    if (outcome.kind === 'day-taken') showFieldErrors({ date: dayTakenMessage });
    if (outcome.kind === 'no-slot') {
      showFieldErrors({ date: outcome.message });
      setSuggested(outcome);
    }
    if (outcome.kind === 'no-slot' || outcome.kind === 'accepted')
      void cache.invalidateQueries({ queryKey: ['centers'] });
    if (outcome.kind !== 'accepted') return;
    resetForm();
    void cache.invalidateQueries({ queryKey: ['appointments'] });
    onAccepted?.();
  }

  /** Finds the appointment on the day. Without a connection, only the message is shown. */
  async function findBlocking(member: Member | undefined, day: Day): Promise<void> {
    const list = await cache.fetchQuery(appointmentsQuery(member)).catch(() => []);
    setBlocking(list.find(({ date }) => date === day));
  }

  function resetForm(): void {
    replaces.current = undefined;
    lastDetails.stop();
    setIsWaiting(false);
    form.reset(createEmptyRequest(), { keepFieldsRef: true });
    clearMessages();
    clearNote();
  }

  function clearMessages(): void {
    setFailure('');
    setQueued(undefined);
    setBlocking(undefined);
  }

  function showFieldErrors(fields: Record<string, string>): void {
    const formFields = Object.keys(schema.shape) as (keyof AppointmentValues)[];
    const ownErrors = formFields.filter((name) => fields[name]);
    for (const [index, name] of ownErrors.entries())
      form.setError(name, { message: fields[name] }, { shouldFocus: index === 0 });
    const others = Object.keys(fields).filter((name) => !ownErrors.includes(name as keyof AppointmentValues));
    if (others.length > 0) setFailure(others.map((name) => `${name}: ${fields[name]}`).join('. '));
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isSending.current) return;
    isSending.current = true;
    await form
      .handleSubmit(send)(event)
      .finally(() => {
        isSending.current = false;
      });
  }
  /** Saves a touched form before a link in it leads away. */
  const saveAsDraft = () => {
    const values = form.getValues();
    if (isTouched(values, filledIn.current)) saveDraft(values, { owner: getOwner() });
  };
  return {
    element,
    form,
    submit,
    /** An error message, until the next try. */
    failure,
    /**
     * Set while the request is saved on this device. It is `reconnected` once the browser is online again.
     */
    queued,
    /** The note about values that another part of the site filled in. */
    note,
    hasDraft,
    /** Whether the form waited for sign-in and can now be sent. */
    isWaiting,
    lastDetails,
    saveAsDraft,
    /** Free days instead of the requested one. */
    suggested,
    blocking,
  };
}

type Member = { uid: string; email: string };

/** Returns a function that waits until the sign-in state is known and resolves to the member, if any. */
function useMember(): () => Promise<Member | undefined> {
  const session = useSession();
  const latest = useRef(session);
  const waiters = useRef<(() => void)[]>([]);

  useEffect(() => {
    latest.current = session;
    if (session.state === 'loading') return;
    for (const resume of waiters.current.splice(0)) resume();
  }, [session]);

  return useCallback(async () => {
    if (latest.current.state === 'loading')
      await new Promise<void>((resolve) => waiters.current.push(resolve));
    return latest.current.user;
  }, []);
}

/**
 * Applies prefills of center, date and arrival time.
 * @returns the note about the prefill, and a function that clears it
 */
function useFormPrefill(form: AppointmentFormControls): [note: string, clearNote: () => void] {
  const [note, setNote] = useState('');

  useEffect(
    () =>
      subscribePrefill(({ center, date, time, note: message }) => {
        const options = { shouldDirty: true, shouldValidate: form.formState.isSubmitted };
        if (center !== undefined) form.setValue('center', center, options);
        if (date) form.setValue('date', formatDay(date), options);
        if (time) form.setValue('time', time, options);
        setNote(message);
      }),
    [form],
  );
  return [note, () => setNote('')];
}
