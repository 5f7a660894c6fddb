import { startAuthentication } from '../authentications/start.ts';
import { chargeCard } from '../charges/charge-card.ts';
import type { Change } from '../http/calls.ts';
import { type Form, textOf } from '../http/form.ts';
import { booleanOf } from '../http/parameters.ts';
import { invalidRequest } from '../http/stripe-error.ts';
import type { IntentTable, MethodTable } from '../schema/tables.ts';
import { toPaymentIntent } from './present.ts';
import { changeOpen } from './repository.ts';

/** What the caller says of a confirmation. */
export type How = {
  /** The owner of the card does not watch. */
  offSession: boolean;
  /** The caller can take nobody to a bank. */
  errorOnRequiresAction: boolean;
  returnUrl: string | undefined;
};

/** @throws StripeShapedError 400 */
export function readHow(form: Form): How {
  const offSession = textOf(form, 'off_session');
  return {
    // Stripe takes `one_off` and `recurring` too.
    offSession: offSession !== undefined && offSession !== 'false',
    errorOnRequiresAction: booleanOf(form, 'error_on_requires_action') ?? false,
    returnUrl: readReturnUrl(form),
  };
}

function readReturnUrl(form: Form): string | undefined {
  const text = textOf(form, 'return_url');
  if (text === undefined) return undefined;
  const url = URL.parse(text);
  // The host ends up in a content policy, where a semicolon would begin a rule of its own.
  if (url && ['http:', 'https:'].includes(url.protocol) && /^[\w.:[\]-]+$/.test(url.host)) return url.href;
  throw invalidRequest('Not a valid URL', { code: 'url_invalid', param: 'return_url' });
}

/** Charges the card, or asks its bank first. Gives the intent as it stands then; nothing when it had ended. */
export async function tryMethod(
  change: Change,
  intentId: string,
  method: MethodTable,
  how: How,
): Promise<IntentTable | undefined> {
  const { authentication } = method;
  if (authentication === 'never') return chargeCard(change, intentId, method, null);
  if (how.offSession) {
    const unseen: MethodTable =
      authentication === 'always' ? { ...method, outcome: 'authentication_required' } : method;
    return chargeCard(change, intentId, unseen, null);
  }
  if (!how.errorOnRequiresAction) return startAuthentication(change, intentId, method, how.returnUrl);
  const failed = await changeOpen(change.trx, intentId, {
    status: 'requires_payment_method',
    method_id: method.id,
    last_refusal: 'authentication_not_handled',
  });
  if (failed) await change.tell('payment_intent.payment_failed', await toPaymentIntent(change.trx, failed));
  return failed;
}
