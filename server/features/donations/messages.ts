import { type Language, locale } from '#contract/languages.ts';
import { formatMoney } from '#contract/money.ts';
import { formatDay } from '#server/i18n/days.ts';
import { getTranslator } from '#server/i18n/translator.ts';
import type { Donation } from './past.ts';

/** The texts of the CSV file, in the member's language. */
export function donationMessages(language: Language) {
  const i18n = getTranslator(language);
  return {
    ...headings(i18n),
    ...results(i18n, language),
    ...paymentTexts(i18n, language),
  };
}

type I18n = ReturnType<typeof getTranslator>;

const headings = (i18n: I18n) => ({
  year: i18n._('Year'),
  date: i18n._('Donation Date'),
  center: i18n._('Donation Center'),
  bloodGroup: i18n._('Blood Group'),
  name: i18n._('Name'),
  serviceCharge: i18n._('Service charge'),
});

const paymentTexts = (i18n: I18n, language: Language) => ({
  paymentOf({ payment, partialRefund }: Pick<Donation, 'payment' | 'partialRefund'>): string {
    const statuses = {
      paid: i18n._('Paid'),
      refunded: i18n._('Refunded'),
      unpaid: i18n._('Not paid'),
      none: '',
    };
    if (!partialRefund) return statuses[payment];
    const format = (amount: number) => formatMoney(amount, partialRefund.currency, locale[language]);
    return i18n._('Paid {paid}, refunded {refunded}', {
      paid: format(partialRefund.paid),
      refunded: format(partialRefund.refunded),
    });
  },
});

const results = (i18n: I18n, language: Language) => ({
  result: i18n._('Result'),
  resultOf: ({
    status,
    cancellationReason,
    deferredUntil,
    isImported,
  }: Pick<Donation, 'status' | 'cancellationReason' | 'deferredUntil' | 'isImported'>): string => {
    if (isImported) return i18n._("From the community's own list");
    if (cancellationReason === 'address-unconfirmed')
      return i18n._('Canceled, because the email address was not confirmed');
    if (status === 'deferred' && deferredUntil)
      return i18n._('May donate from {day}', { day: formatDay(language, deferredUntil) });
    const texts: Partial<Record<Donation['status'], string>> = {
      fulfilled: i18n._('Confirmed by the center'),
      'not-given': i18n._('No donation'),
      noshow: i18n._('Did not come'),
      cancelled: i18n._('Canceled by the center'),
    };
    return texts[status] ?? '';
  },
});
