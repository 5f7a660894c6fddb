import { zodResolver } from '@hookform/resolvers/zod';
import { t } from '@lingui/core/macro';
import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { useLocation, useNavigate } from 'react-router';
import type { AppointmentFields } from '#contract/appointments.ts';
import { useQueryClient } from '#web/api/queries.ts';
import { useSession } from '#web/auth/auth-provider.tsx';
import { returnState } from '#web/auth/return-location.ts';
import { alertDialog } from '#web/components/dialogs.ts';
import { toast } from '#web/components/toast.ts';
import { formatDay } from '#web/i18n/days.ts';
import { offlineQueue } from '../../pwa/offline-queue.ts';
import { type AppointmentValues, appointmentSchema, emptyRequest } from './appointment-schema.ts';
import { clearDraft, saveDraft } from './draft.ts';
import { subscribePrefill } from './form-prefill.ts';
import { sendRequest, usePendingRequest } from './send-request.ts';
import { requestKeys, type SubmitOutcome, submitRequest } from './submit-request.ts';
import { isTouched, useDraft } from './use-draft.ts';

export type AppointmentFormControls = UseFormReturn<AppointmentValues, unknown, AppointmentFields>;

const schema = appointmentSchema();

const keptToo = t`We saved it on this device. When you are back online, we ask whether to send it.`;
const connectedAgain = t`You're back online. Press Submit to send your request.`;

/** The appointment form's state and its way to the server. `failure`: a sentence for the person, until the next try. `note`: what was filled in for them. `cameBack`: a draft waited. */
export function useAppointmentRequest(onAccepted?: () => void) {
  const form: AppointmentFormControls = useForm<AppointmentValues, unknown, AppointmentFields>({
    resolver: zodResolver(schema),
    mode: 'onSubmit',
    reValidateMode: 'onChange',
  });
  const [failure, setFailure] = useState('');
  const [keys] = useState(() => requestKeys());
  const sending = useRef(false);
  const member = useMember();
  const location = useLocation();
  const navigate = useNavigate();
  const cache = useQueryClient();
  const cameBack = useDraft(form);
  const [note, forgetNote] = useFormPrefill(form);
  const tried = usePendingRequest({
    accepted: () => {
      if (sending.current) return;
      clearDraft();
      empty();
    },
    connected: () => setFailure(connectedAgain),
  });

  async function send(fields: AppointmentFields): Promise<void> {
    setFailure('');
    const who = await member();
    const outcome = await submitRequest(fields, {
      member: async () => who,
      send: (body, key) => sendRequest(who?.uid ?? '', tried({ key, body })),
      keys,
      draft: { keep: () => saveDraft(form.getValues()), clear: () => clearDraft() },
      tell: alertDialog,
      goToSignIn: () => void navigate('/login', { state: returnState(location) }),
      toast,
    });
    settle(outcome, who?.uid);
  }

  function settle(outcome: SubmitOutcome, uid: string | undefined): void {
    const waits = outcome.kind === 'failed' && offlineQueue.list(uid).length > 0;
    if (outcome.kind === 'failed') setFailure(waits ? `${outcome.message} ${keptToo}` : outcome.message);
    if (outcome.kind === 'fields-refused') showRefusals(outcome.fields);
    if (outcome.kind !== 'accepted') return;
    empty();
    void cache.invalidateQueries({ queryKey: ['appointments'] });
    onAccepted?.();
  }

  function empty(): void {
    form.reset(emptyRequest(new Date()), { keepFieldsRef: true });
    setFailure('');
    forgetNote();
  }

  function showRefusals(fields: Record<string, string>): void {
    const known = Object.keys(schema.shape) as (keyof AppointmentValues)[];
    const ours = known.filter((name) => fields[name]);
    for (const [index, name] of ours.entries())
      form.setError(name, { message: fields[name] }, { shouldFocus: index === 0 });
    const others = Object.keys(fields).filter((name) => !ours.includes(name as keyof AppointmentValues));
    if (others.length > 0) setFailure(others.map((name) => `${name}: ${fields[name]}`).join('. '));
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (sending.current) return;
    sending.current = true;
    await form
      .handleSubmit(send)(event)
      .finally(() => {
        sending.current = false;
      });
  }
  /** For who leaves by a link in the form and will come back to it by another. */
  const keep = () => {
    const values = form.getValues();
    if (isTouched(values)) saveDraft(values);
  };
  return { form, submit, failure, note, cameBack, keep };
}

type Member = { uid: string; email: string };

/** Gives a question that is answered once it is known who is signed in, however early it is asked. */
function useMember(): () => Promise<Member | undefined> {
  const session = useSession();
  const latest = useRef(session);
  const waiting = useRef<(() => void)[]>([]);

  useEffect(() => {
    latest.current = session;
    if (session.state === 'loading') return;
    for (const goOn of waiting.current.splice(0)) goOn();
  }, [session]);

  return useCallback(async () => {
    if (latest.current.state === 'loading')
      await new Promise<void>((resolve) => waiting.current.push(resolve));
    return latest.current.user;
  }, []);
}

/** Lets other parts of the site fill in place and day. Gives the note of what they filled in, and what takes it away. */
function useFormPrefill(form: AppointmentFormControls): [note: string, forget: () => void] {
  const [note, setNote] = useState('');

  useEffect(
    () =>
      subscribePrefill(({ center, date, note: told }) => {
        const how = { shouldDirty: true, shouldValidate: form.formState.isSubmitted };
        if (center !== undefined) form.setValue('center', center, how);
        if (date) form.setValue('date', formatDay(date), how);
        setNote(told);
      }),
    [form],
  );
  return [note, () => setNote('')];
}
