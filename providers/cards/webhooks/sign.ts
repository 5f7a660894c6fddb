import { createHmac } from 'node:crypto';

/** The `Stripe-Signature` of a payload that is sent now: https://docs.stripe.com/webhooks/signature. */
export function sign(payload: string, secret: string, now: number): string {
  const time = Math.floor(now / 1000);
  const signature = createHmac('sha256', secret).update(`${time}.${payload}`).digest('hex');
  return `t=${time},v1=${signature}`;
}
