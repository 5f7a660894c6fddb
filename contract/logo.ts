/** What is drawn from the owner's logo (providers/images/imaging/logo-forms.ts). */
export type LogoForm =
  | 'icon-32'
  | 'icon-180'
  | 'icon-192'
  | 'icon-512'
  | 'maskable-192'
  | 'maskable-512'
  | 'share'
  | 'mark';

/** The shortest side of a logo in pixels, of which icons for phones can be made. */
export const MIN_LOGO_SIDE = 192;

/**
 * Returns the address of what is drawn from a logo. Another logo has another address, so that no cache shows
 * the earlier one.
 */
export const logoAddress = (logo: string, form: LogoForm): string => `${logo}?as=${form}`;
