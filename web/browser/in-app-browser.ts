/** Apps that open links in a browser of their own, and any Android WebView. */
const inAppBrowser =
  /FBA[NV]|FB_IAB|Instagram|\bLine\/|Snapchat|musical_ly|BytedanceWebview|LinkedInApp|Twitter|Pinterest|MicroMessenger|; wv\)/;

/** Whether the page is open inside an app, where Google refuses to sign in and files are not saved. */
export const isInAppBrowser = (): boolean => inAppBrowser.test(navigator.userAgent);
