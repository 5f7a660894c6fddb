/** Matches the user agents of Android WebViews and of apps that open links in their own browser. */
const inAppBrowser =
  /FBA[NV]|FB_IAB|Instagram|\bLine\/|Snapchat|musical_ly|BytedanceWebview|LinkedInApp|Twitter|Pinterest|MicroMessenger|; wv\)/;

/** Whether the page is open inside an app, where Google refuses to sign in and files are not saved. */
export const isInAppBrowser = (): boolean => inAppBrowser.test(navigator.userAgent);
