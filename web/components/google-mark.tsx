import url from './google-mark.svg?no-inline';

/**
 * Google's logo in its standard colors, decorative. Its guidelines require it on a sign-in button: see
 * NOTICE.
 */
export const GoogleMark = () => <img src={url} alt="" width="20" height="20" />;
