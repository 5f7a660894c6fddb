const BENGALI_ZERO = '০'.charCodeAt(0);

/** Replaces Bengali digits by ASCII digits: `০১৭` becomes `017`. */
export const toAsciiDigits = (text: string): string =>
  text.replace(/[০-৯]/g, (digit) => String(digit.charCodeAt(0) - BENGALI_ZERO));

/** Replaces ASCII digits by Bengali digits: `017` becomes `০১৭`. */
export const toBengaliDigits = (text: string): string =>
  text.replace(/\d/g, (digit) => String.fromCharCode(BENGALI_ZERO + Number(digit)));
