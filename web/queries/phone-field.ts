import { t } from '@lingui/core/macro';
import { AnyPhone, TypedPhone } from '#contract/appointments.ts';
import { pageData } from '#web/before-react/page-data.ts';

/** Returns the rules of the field for a donor's phone number. */
export const phoneField = (): typeof TypedPhone | typeof AnyPhone =>
  pageData().site.phones ? AnyPhone : TypedPhone;

/** Returns the hint of the field for a donor's phone number, if any. */
export function phoneHint(): string | undefined {
  const { phones } = pageData().site;
  if (!phones) return t`11 digits`;
  return phones.example && t`Such as ${phones.example}`;
}
