import url from './google-mark.svg?no-inline';

/**
 * Renders Google's logo in its standard colors, hidden from screen readers. Google's guidelines require the
 * logo on a sign-in button (NOTICE).
 */
export const GoogleMark = () => <img src={url} alt="" width="20" height="20" />;
