import { t } from '@lingui/core/macro';
import { v4 as newKey } from 'uuid';
import type { AppointmentFields, requestAppointment } from '#contract/appointments.ts';
import { formatLongDate, parseDay } from '#contract/days.ts';
import type { BodyOf, ResponseOf } from '#contract/endpoint.ts';
import { ApiError } from '#web/api/errors.ts';
import { formatWireDay } from '#web/i18n/days.ts';

type RequestBody = BodyOf<typeof requestAppointment>;

/** Everything the request touches outside itself. */
export type SubmitDeps = {
  /** Who is signed in, once that is known. */
  member(): Promise<{ email: string } | undefined>;
  /** Throws ApiError or NetworkError. */
  send(body: RequestBody, idempotencyKey: string): Promise<ResponseOf<typeof requestAppointment>>;
  keys: RequestKeys;
  draft: { keep(): void; clear(): void };
  tell(alert: { title: string; text: string }): Promise<void>;
  goToSignIn(): void;
  toast: { success(text: string): void; error(text: string): void };
};

export type SubmitOutcome =
  | { kind: 'sent-to-sign-in' | 'accepted' | 'day-taken' }
  | { kind: 'fields-refused'; fields: Record<string, string> }
  | { kind: 'failed'; message: string };

/** Valid fields on their way to the server; SPEC.md section 4, 'Appointment request form'. */
export async function submitRequest(fields: AppointmentFields, ports: SubmitDeps): Promise<SubmitOutcome> {
  const member = await ports.member();
  if (!member) return askToSignIn(ports);
  const body = bodyOf(fields, member.email);
  try {
    const answer = await ports.send(body, ports.keys.keyFor(body));
    ports.keys.answered();
    return answer.success ? accepted(ports) : dayTaken(body.date, ports);
  } catch (error) {
    return refused(error, ports);
  }
}

/** Without an opinion there is nothing to publish. */
function bodyOf({ opinion, publishAs, ...fields }: AppointmentFields, email: string): RequestBody {
  const day = parseDay(fields.date);
  const date = day ? formatLongDate(day) : fields.date;
  return { ...fields, ...(opinion && { opinion, ...(publishAs && { publishAs }) }), date, email };
}

async function askToSignIn(ports: SubmitDeps): Promise<SubmitOutcome> {
  ports.draft.keep();
  await ports.tell({ title: t`Sorry!`, text: t`You Have To Be Logged In To Proceed` });
  ports.goToSignIn();
  return { kind: 'sent-to-sign-in' };
}

function accepted(ports: SubmitDeps): SubmitOutcome {
  ports.draft.clear();
  ports.toast.success(t`SuccessFully Submitted`);
  return { kind: 'accepted' };
}

function dayTaken(date: string, ports: SubmitDeps): SubmitOutcome {
  ports.toast.error(t`You've Already Have an Appointment on ${formatWireDay(date)}`);
  return { kind: 'day-taken' };
}

/** A request that was answered with a refusal is over, and the next one is new; one without an answer is not. */
async function refused(error: unknown, ports: SubmitDeps): Promise<SubmitOutcome> {
  if (error instanceof ApiError && error.status < 500 && error.status !== 429) {
    ports.keys.answered();
    if (error.status === 401 || error.status === 403) return askToSignIn(ports);
    if (error.fields) return { kind: 'fields-refused', fields: error.fields };
  }
  const reason = error instanceof Error ? error.message : t`Something went wrong.`;
  return { kind: 'failed', message: t`${reason} What you filled in is still here: press Submit to send it.` };
}

/**
 * The Idempotency-Key of a filled form: the same while the same request is repeated because its answer was
 * lost, a new one once the form says something else or the server has answered.
 */
export function requestKeys(next: () => string = () => newKey()) {
  let current: { content: string; key: string } | undefined;
  return {
    keyFor(request: unknown): string {
      const content = JSON.stringify(request);
      if (current?.content !== content) current = { content, key: next() };
      return current.key;
    },
    answered(): void {
      current = undefined;
    },
  };
}
type RequestKeys = ReturnType<typeof requestKeys>;
