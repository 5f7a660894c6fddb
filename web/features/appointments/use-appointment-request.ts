import { zodResolver } from '@hookform/resolvers/zod';
import { type FormEvent, useRef, useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { useLocation, useNavigate } from 'react-router';
import { type AppointmentFields, requestAppointment } from '#contract/appointments.ts';
import { call } from '#web/api/client.ts';
import { useQueryClient } from '#web/api/queries.ts';
import { comeBackTo } from '#web/session/return-location.ts';
import { tell } from '#web/ui/dialogs.ts';
import { toast } from '#web/ui/toast.ts';
import { type AppointmentValues, appointmentSchema, emptyRequest } from './appointment-schema.ts';
import { clearDraft, keepDraft } from './draft.ts';
import { requestKeys } from './request-key.ts';
import { type SubmitOutcome, submitRequest } from './submit-request.ts';
import { isTouched, useDraft } from './use-draft.ts';
import { useFilling } from './use-filling.ts';
import { useMember } from './use-member.ts';

export type AppointmentFormControls = UseFormReturn<AppointmentValues, unknown, AppointmentFields>;

const schema = appointmentSchema();

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
  const [note, forgetNote] = useFilling(form);

  async function send(fields: AppointmentFields): Promise<void> {
    setFailure('');
    const outcome = await submitRequest(fields, {
      member,
      send: (body, key) =>
        call(requestAppointment, {
          query: { email: body.email, date: body.date },
          body,
          headers: { 'Idempotency-Key': key },
        }),
      keys,
      draft: { keep: () => keepDraft(form.getValues()), clear: () => clearDraft() },
      tell,
      goToSignIn: () => void navigate('/login', { state: comeBackTo(location) }),
      toast,
    });
    settle(outcome);
  }

  function settle(outcome: SubmitOutcome): void {
    if (outcome.kind === 'failed') setFailure(outcome.message);
    if (outcome.kind === 'fields-refused') showRefusals(outcome.fields);
    if (outcome.kind !== 'accepted') return;
    form.reset(emptyRequest(new Date()), { keepFieldsRef: true });
    forgetNote();
    void cache.invalidateQueries({ queryKey: ['appointments'] });
    onAccepted?.();
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
    if (isTouched(values)) keepDraft(values);
  };
  return { form, submit, failure, note, cameBack, keep };
}
